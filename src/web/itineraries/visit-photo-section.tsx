import { Camera, Images, Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Photo } from '#contract/files.ts';
import { photosPerVisit } from '#domain/visit-limits.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import type { VisitOfEntry } from '#web/offline/outbox-entry.ts';
import { PhotoPreview } from '#web/offline/photo-preview.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type PhotoUpload, usePhotoUploads } from './use-photo-uploads.ts';

type VisitPhotoSectionProps = {
  visit: VisitOfEntry;
  photos: readonly Photo[];
  name: string;
};

/** The way to add a photo to a visit that was started, such as of the closed gate, and those that are on their way. */
export function VisitPhotoSection({ visit, photos, name }: VisitPhotoSectionProps) {
  const { uploads, said, add } = usePhotoUploads(visit);
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<string>();
  const dispatch = useAppDispatch();
  const [deletePhoto, deletion] = api.useDeletePhotoMutation();
  const remove = async (fileId: string) => {
    const { error } = await deletePhoto({ params: { fileId } });
    // What is gone already was deleted, and the answer lost.
    if (isFailure(error) && error.status === 404) dispatch(api.util.invalidateTags(['itinerary']));
    else if (error) dispatch(failureAlert(error));
  };
  // With `capture` a phone opens the camera, without it what it keeps; it is read at the press.
  const open = (isCamera: boolean) => {
    if (isCamera) input.current?.setAttribute('capture', 'environment');
    else input.current?.removeAttribute('capture');
    input.current?.click();
  };
  const room = photosPerVisit - photos.length - uploads.length;
  return (
    <div>
      {uploads.length > 0 && (
        <ul aria-label={`Photos being sent, ${name}`} className="mb-3 grid gap-2">
          {uploads.map((upload) => (
            <Upload key={upload.id} {...upload} />
          ))}
        </ul>
      )}
      {photos.length > 0 && (
        <ul aria-label={`Photos of ${name} to delete`} className="mb-3 flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <Button
                variant="quiet"
                isPending={deletion.isLoading && deletion.originalArgs?.params.fileId === photo.id}
                aria-label={`Delete photo ${index + 1} of ${photos.length}, ${name}`}
                onPress={() => setAsked(photo.id)}
              >
                <Trash2 aria-hidden="true" className="size-5" />
                Delete photo {photos.length > 1 && index + 1}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title="Delete this photo?"
          action="Delete"
          isDanger
          onConfirm={() => {
            setAsked(undefined);
            void remove(asked);
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>It shows how the yard was left, and cannot be brought back.</p>
        </ConfirmDialog>
      )}
      {/* Named by the button that opens it. */}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`Photo of the visit, ${name}`}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])].slice(0, Math.max(0, room)));
          // The same picture may be chosen again.
          currentTarget.value = '';
        }}
      />
      {room > 0 ? (
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="large"
            onPress={() => open(true)}
            aria-label={`Add photo, ${name}`}
            className="min-h-14 flex-1"
          >
            <Camera aria-hidden="true" className="size-6 shrink-0" />
            Add photo
          </Button>
          <Button
            variant="secondary"
            size="large"
            onPress={() => open(false)}
            aria-label={`Photo from the gallery, ${name}`}
            className="min-h-14 px-4!"
          >
            <Images aria-hidden="true" className="size-6 shrink-0" />
          </Button>
        </div>
      ) : (
        <p className="text-ink-soft">{photosPerVisit} photos are all that a visit can have.</p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Upload({ bytes, progress, failure, isStuck, remove, fileName }: PhotoUpload) {
  const percent = Math.round(progress * 100);
  return (
    <li className="flex min-w-0 items-center gap-3 rounded-control border border-line p-2">
      {bytes ? <PhotoPreview bytes={bytes} /> : <Skeleton className="size-16 shrink-0" />}
      {failure === undefined && isStuck ? (
        <p className="min-w-0 flex-1 font-semibold text-sm">Photo kept on this phone, waiting to be sent</p>
      ) : failure === undefined ? (
        <div role="progressbar" aria-label={`Sending ${fileName}`} aria-valuenow={percent} className="min-w-0 flex-1">
          <p className="font-semibold text-sm">Sending photo… {percent} %</p>
          <div aria-hidden="true" className="mt-1.5 h-2 overflow-hidden rounded-control bg-sunken">
            <div className="h-full origin-left bg-primary" style={{ transform: `scaleX(${progress})` }} />
          </div>
        </div>
      ) : (
        <p className="wrap-anywhere min-w-0 flex-1 text-danger text-sm">{failure}</p>
      )}
      {remove && (
        <Button variant="quiet" size="icon" onPress={remove} aria-label={`Remove ${fileName}`}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      )}
    </li>
  );
}
