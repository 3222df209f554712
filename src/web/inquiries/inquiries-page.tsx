import { useEffect, useState } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type InquiryFilter, InquiryList } from './inquiry-list.tsx';

const stateOptions = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
] as const;

const typingPause = 300;

/** Lists the inquiries of visitors, which staff answer. */
export default function InquiriesPage() {
  const [state, setState] = useState<InquiryFilter['state']>('open');
  const [text, setText] = useState('');
  const search = useTextAtPause(text.trim());
  return (
    <div className="content-width wrap-anywhere py-10">
      <PageHeading title="Inquiries" description="Each waits for an answer within 2 business days." />
      <search className="mb-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          placeholder="Name, e-mail, phone, street…"
          maxLength={100}
          value={text}
          onChange={setText}
        />
        <Select label="Show" options={stateOptions} value={state} onChange={setState} />
      </search>
      <InquiryList filter={{ state, search: search || undefined }} />
    </div>
  );
}

/** @returns the text at the last pause in typing */
function useTextAtPause(text: string): string {
  const [textAtPause, setTextAtPause] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTextAtPause(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return textAtPause;
}
