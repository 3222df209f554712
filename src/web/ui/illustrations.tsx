export type ArtProps = { className?: string };

/** One paw print, in the text's colour. */
export function PawPrint({ className = 'size-6' }: ArtProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <PawShape />
    </svg>
  );
}

/** The paw alone, for use inside an SVG. */
export function PawShape() {
  return (
    <g fill="currentColor">
      <path d="M16 15c4.2 0 8.5 4.8 8.5 9 0 3-2 4.5-4.5 4.5-1.6 0-2.5-.7-4-.7s-2.4.7-4 .7c-2.5 0-4.5-1.5-4.5-4.5 0-4.2 4.3-9 8.5-9Z" />
      <ellipse cx="5.5" cy="14.5" rx="2.9" ry="3.9" transform="rotate(-24 5.5 14.5)" />
      <ellipse cx="11.8" cy="8" rx="3" ry="4.3" transform="rotate(-8 11.8 8)" />
      <ellipse cx="20.2" cy="8" rx="3" ry="4.3" transform="rotate(8 20.2 8)" />
      <ellipse cx="26.5" cy="14.5" rx="2.9" ry="3.9" transform="rotate(24 26.5 14.5)" />
    </g>
  );
}

const trailSteps = [
  { x: 8, y: 50, turn: 62 },
  { x: 38, y: 22, turn: 74 },
  { x: 70, y: 52, turn: 86 },
  { x: 102, y: 24, turn: 96 },
  { x: 134, y: 50, turn: 78 },
  { x: 164, y: 18, turn: 66 },
];

/** Paw prints walking to the right. */
export function PawTrail({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 200 90" className={className} aria-hidden="true">
      {trailSteps.map(({ x, y, turn }) => (
        <g key={x} transform={`translate(${x} ${y}) rotate(${turn} 12 12) scale(0.8)`}>
          <PawShape />
        </g>
      ))}
    </svg>
  );
}
