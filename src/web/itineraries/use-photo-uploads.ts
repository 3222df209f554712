import { useEffect, useRef, useState } from 'react';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { putFile } from './photo-put.ts';
import { jpegName, shrinkPhoto } from './photo-shrink.ts';

/** A photo on its way. Its id is the file's, so that a repeated try brings the same file. */
export type PhotoUpload = {
  id: string;
  fileName: string;
  /** Undefined while it is made smaller. */
  preview: string | undefined;
  /** The part that is sent, 0 to 1. */
  progress: number;
  /** Why it is not there; undefined while it is under way. */
  failure: string | undefined;
};

/**
 * Photos that are being brought for a visit.
 * @returns `uploads`, those that are not with the visit yet; `said`, what has just happened, for screen readers
 */
export function usePhotoUploads(workId: string) {
  const [uploads, setUploads] = useState<PhotoUpload[]>([]);
  const [said, setSaid] = useState('');
  const blobs = useRef(new Map<string, Blob>());
  const previews = useRef<string[]>([]);
  const [requestUpload] = api.useGeneratePreSignedUrlMutation();
  const [completeUpload] = api.useCompleteUploadMutation();

  useEffect(
    () => () => {
      for (const preview of previews.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  const change = (id: string, changes: Partial<PhotoUpload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const forget = (id: string) => {
    blobs.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  };

  const send = async (id: string, fileName: string) => {
    const blob = blobs.current.get(id);
    if (!blob) return;
    change(id, { failure: undefined, progress: 0 });
    try {
      const form = { workId, fileId: id, fileName, contentType: 'image/jpeg', contentLength: blob.size } as const;
      const { uploadUrl } = await requestUpload({ body: form }).unwrap();
      await putFile(uploadUrl, blob, (progress) => change(id, { progress }));
      await completeUpload({ params: { fileId: id } }).unwrap();
      setSaid('Photo added.');
      forget(id);
    } catch (failure) {
      const message = messageOf(failure);
      setSaid(`A photo was not added. ${message}`);
      change(id, { failure: message });
    }
  };

  const add = async (file: File) => {
    const id = crypto.randomUUID();
    const fileName = jpegName(file.name);
    setUploads((all) => [...all, { id, fileName, preview: undefined, progress: 0, failure: undefined }]);
    setSaid('Sending the photo.');
    try {
      const blob = await shrinkPhoto(file);
      const preview = URL.createObjectURL(blob);
      previews.current.push(preview);
      blobs.current.set(id, blob);
      change(id, { preview });
    } catch {
      change(id, { failure: 'This picture cannot be read. Please take another one.' });
      return;
    }
    await send(id, fileName);
  };

  return {
    uploads,
    said,
    add: (files: readonly File[]) => {
      for (const file of files) void add(file);
    },
    /** Whether a failed one can be tried again as it is. */
    mayRetry: ({ preview }: PhotoUpload) => preview !== undefined,
    retry: ({ id, fileName }: PhotoUpload) => void send(id, fileName),
    forget: ({ id }: PhotoUpload) => forget(id),
  };
}

function messageOf(failure: unknown): string {
  if (isFailure(failure)) {
    return typeof failure.status === 'number' ? failure.message : 'Please check your connection.';
  }
  return failure instanceof Error ? failure.message : 'Please try again.';
}
