import { type ReactNode, useId, useRef, useState } from 'react';
import { logoMaxSize, logoPath } from '#domain/settings.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorLine, fieldClass, labelClass } from '#web/ui/field.tsx';

type LogoFieldProps = {
  label: string;
  description: ReactNode;
  /** The hash of the picture that is chosen; '' for none. */
  value: string;
  onChange: (logo: string) => void;
  error: ReactNode;
};

/** Chooses a picture, which the server keeps at once and the settings name once they are saved. */
export function LogoField({ label, description, value, onChange, error }: LogoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [keepLogo, { isLoading }] = api.useKeepLogoMutation();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > logoMaxSize) {
      setProblem('This picture is larger than 2 MB.');
      return;
    }
    setProblem(undefined);
    const { data, error: failed } = await keepLogo({ body: { picture: await base64Of(file) } });
    if (data) onChange(data.logo);
    else if (isFailure(failed)) setProblem(failed.fields?.[0]?.message ?? failed.message);
  };
  const shown = problem ?? error;
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <p id={`${id}-hint`} className="text-ink-soft text-sm">
        {description}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {value && <img src={logoPath(value)} alt="The logo" className="size-16 rounded-control border border-line" />}
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          aria-describedby={`${id}-hint${shown ? ` ${id}-error` : ''}`}
          aria-invalid={shown ? true : undefined}
          tabIndex={-1}
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // The same file may be chosen again, mended.
            target.value = '';
          }}
        />
        <Button
          variant="secondary"
          isPending={isLoading}
          pendingLabel="Sending…"
          onPress={() => input.current?.click()}
        >
          {value ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        {value && (
          <Button variant="quiet" onPress={() => onChange('')}>
            Remove it
          </Button>
        )}
      </div>
      {shown && (
        <div id={`${id}-error`}>
          <ErrorLine>{shown}</ErrorLine>
        </div>
      )}
    </div>
  );
}

/** @returns the bytes of a file, as `keepLogo` takes them */
async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
