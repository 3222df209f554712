import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Photo } from '#contract/files.ts';
import { type CalendarDay, longDayLabel } from '#domain/calendar.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** Shows the photos of a visit as small pictures. Each opens large. */
export function VisitPhotos({ photos, date }: { photos: readonly Photo[]; date: CalendarDay }) {
  const [opened, setOpened] = useState<Photo>();
  if (photos.length === 0) return null;
  const description = `Photo of the visit on ${longDayLabel(date)}`;
  return (
    <>
      <ul aria-label={`Photos of the visit on ${longDayLabel(date)}`} className="mt-3 flex flex-wrap gap-2">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={`${description}, ${index + 1} of ${photos.length}: open large`}
              onClick={() => setOpened(photo)}
              className="block size-24 cursor-pointer overflow-hidden rounded-control border border-line bg-sunken"
            >
              <Thumbnail photo={photo} alt={description} />
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <Dialog isOpen size="large" title={longDayLabel(date)} onClose={() => setOpened(undefined)}>
          <div className="grid gap-4">
            <div className="h-[60vh] rounded-control bg-sunken">
              <img
                src={opened.downloadUrl}
                alt={description}
                width={1200}
                height={900}
                className="size-full object-contain"
              />
            </div>
            <a href={opened.downloadUrl} download={opened.fileName} className={buttonClass('secondary')}>
              <Download aria-hidden="true" className="size-5" />
              Download
              <span className="sr-only"> {opened.fileName}</span>
            </a>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Keeps its first URL, because each refetch of the visits signs a new one for the same picture. */
function Thumbnail({ photo, alt }: { photo: Photo; alt: string }) {
  const [source, setSource] = useState(photo.downloadUrl);
  return (
    <img
      src={source}
      alt={alt}
      width={96}
      height={96}
      loading="lazy"
      decoding="async"
      onError={() => setSource(photo.downloadUrl)}
      className="size-24 object-cover"
    />
  );
}
