import { useState } from 'react';
import { enqueue, undoUnsent } from '#web/offline/outbox.ts';
import { entriesOf, type OutboxEntry, sendable, type VisitOfEntry } from '#web/offline/outbox-entry.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import { jpegName, shrinkPhoto, unreadableWords } from './photo-shrink.ts';

/** A photo on its way. */
export type PhotoUpload = {
  /** The file's. */
  id: string;
  fileName: string;
  /** Undefined while it is made smaller, and when it cannot be read. */
  bytes?: Blob;
  /** The part that is sent, 0 to 1. */
  progress: number;
  /** Why it can not be sent; undefined while it is under way. */
  failure?: string;
  /** Waits for a network. */
  isStuck: boolean;
  /** Takes it away again; undefined when it may have left the phone. */
  remove?: () => void;
};

const sending = 'Sending the photo.';
const kept = 'The photo is kept on this phone, waiting to be sent.';

/** A photo that is not in the outbox yet, or never will be. */
type Draft = { id: string; fileName: string; failure?: string };

/**
 * Photos that are being brought for a visit, by way of the outbox, which also shows those that the server refused.
 * @returns `uploads`, those that are not with the visit yet; `said`, what has just happened, for screen readers, for as
 *   long as it is so
 */
export function usePhotoUploads(visit: VisitOfEntry) {
  const { entries, isStuck, progress } = useOutbox();
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [said, setSaid] = useState('');

  const forget = (id: string) => setDrafts((all) => all.filter((one) => one.id !== id));
  const cancel = async (entry: OutboxEntry) => {
    if (await undoUnsent(entry)) setSaid('The photo is removed.');
  };
  const add = async (file: File) => {
    const id = crypto.randomUUID();
    const fileName = jpegName(file.name);
    setDrafts((all) => [...all, { id, fileName }]);
    setSaid(sending);
    const bytes = await shrinkPhoto(file).catch(() => undefined);
    if (!bytes) {
      const failure = await unreadableWords(file);
      setSaid(failure);
      setDrafts((all) => all.map((one) => (one.id === id ? { ...one, failure } : one)));
      return;
    }
    await enqueue({ visit, change: { kind: 'photo', fileId: id, fileName, contentType: 'image/jpeg', bytes } });
    forget(id);
  };

  const waiting = entriesOf(visit, sendable(entries)).flatMap((entry, index): PhotoUpload[] => {
    const { change, wasTried } = entry;
    if (change.kind !== 'photo') return [];
    const { fileId: id, fileName, bytes } = change;
    const remove = wasTried ? undefined : () => void cancel(entry);
    return [{ id, fileName, bytes, progress: index === 0 ? progress : 0, isStuck, remove }];
  });
  // One that has just come into the outbox is a draft for a moment still.
  const isWaiting = (draft: Draft) => waiting.some(({ id }) => id === draft.id);
  const unsent = drafts
    .filter((draft) => !isWaiting(draft))
    .map((draft): PhotoUpload => {
      const remove = draft.failure === undefined ? undefined : () => forget(draft.id);
      return { ...draft, progress: 0, isStuck: false, remove };
    });
  const uploads = [...waiting, ...unsent];
  const saidOfSending = uploads.length === 0 ? '' : uploads.every((one) => one.isStuck) ? kept : sending;
  return {
    uploads,
    said: said === sending ? saidOfSending : said,
    add: (files: readonly File[]) => {
      for (const file of files) void add(file);
    },
  };
}
