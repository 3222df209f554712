import { Badge, type BadgeTone } from './badge.tsx';

/** What is to be known of somebody first. */
export type Mark = { label: string; tone: BadgeTone };

export function Marks({ marks }: { marks: Mark[] }) {
  return marks.map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ));
}
