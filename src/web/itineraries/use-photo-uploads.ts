import { useEffect, useRef, useState } from 'react';
import { cancelEntry, enqueue } from '#web/offline/outbox.ts';
import { entriesOf, sendable, type VisitOfEntry } from '#web/offline/outbox-entry.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import { jpegName, shrinkPhoto } from './photo-shrink.ts';

/** A photo on its way. */
export type PhotoUpload = {
  /** The file's. */
  id: string;
  fileName: string;
  /** Undefined while it is made smaller. */
  preview: string | undefined;
  /** The part that is sent, 0 to 1. */
  progress: number;
  /** Why it can not be sent; undefined while it is under way. */
  failure: string | undefined;
  /** Waits for a network. */
  isStuck: boolean;
  /** Whether it can be taken away again: it has not left the phone. */
  mayRemove: boolean;
};

/** A photo that is not in the outbox yet, or never will be. */
type Draft = Pick<PhotoUpload, 'id' | 'fileName' | 'failure'>;

/**
 * Photos that are being brought for a visit, by way of the outbox, which also shows those that the server refused.
 * @returns `uploads`, those that are not with the visit yet; `said`, what has just happened, for screen readers
 */
export function usePhotoUploads(visit: VisitOfEntry) {
  const { entries, isStuck, progress } = useOutbox();
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [said, setSaid] = useState('');
  const previewOf = usePreviews();
  const waiting = entriesOf(visit, sendable(entries));

  const forget = ({ id }: Pick<PhotoUpload, 'id'>) => setDrafts((all) => all.filter((one) => one.id !== id));
  const remove = async ({ id }: Pick<PhotoUpload, 'id'>) => {
    const kept = waiting.find(({ change }) => change.kind === 'photo' && change.fileId === id);
    if (!kept) forget({ id });
    else if (await cancelEntry(kept)) setSaid('The photo is removed.');
  };

  const add = async (file: File) => {
    const id = crypto.randomUUID();
    const fileName = jpegName(file.name);
    setDrafts((all) => [...all, { id, fileName, failure: undefined }]);
    setSaid('Sending the photo.');
    const bytes = await shrinkPhoto(file).catch(() => undefined);
    if (!bytes) {
      const failure = 'This picture cannot be read. Please take another one.';
      setSaid(failure);
      setDrafts((all) => all.map((one) => (one.id === id ? { ...one, failure } : one)));
      return;
    }
    await enqueue({ visit, change: { kind: 'photo', fileId: id, fileName, contentType: 'image/jpeg', bytes } });
    forget({ id });
  };

  return {
    uploads: [
      ...waiting.flatMap(({ change, wasTried }, index): PhotoUpload[] => {
        if (change.kind !== 'photo') return [];
        const { fileId, fileName, bytes } = change;
        const isSending = index === 0;
        return [
          {
            id: fileId,
            fileName,
            preview: previewOf(fileId, bytes),
            progress: isSending ? progress : 0,
            failure: undefined,
            isStuck,
            mayRemove: !wasTried,
          },
        ];
      }),
      ...drafts.map(
        (draft): PhotoUpload => ({
          ...draft,
          preview: undefined,
          progress: 0,
          isStuck: false,
          mayRemove: draft.failure !== undefined,
        }),
      ),
    ],
    said,
    add: (files: readonly File[]) => {
      for (const file of files) void add(file);
    },
    /** Takes one away that cannot be read or has not left the phone. */
    remove: (upload: PhotoUpload) => void remove(upload),
  };
}

/** @returns a function that gives the address of a picture that is here, the same each time */
function usePreviews() {
  const previews = useRef(new Map<string, string>());
  useEffect(
    () => () => {
      for (const preview of previews.current.values()) URL.revokeObjectURL(preview);
      previews.current.clear();
    },
    [],
  );
  return (id: string, bytes: Blob): string => {
    const preview = previews.current.get(id) ?? URL.createObjectURL(bytes);
    previews.current.set(id, preview);
    return preview;
  };
}
