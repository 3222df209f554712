import type { ReactNode } from 'react';

export type SceneProps = { className?: string };

/**
 * The frame of every scene: a low sun over rolling ground, which goes on beyond both sides of the picture. Stands at the
 * foot of an evergreen band that cuts it off.
 */
export function Scene({
  className,
  sun = { x: 330, y: 96, r: 62 },
  children,
}: SceneProps & { sun?: Sun; children: ReactNode }) {
  return (
    <svg viewBox="0 0 480 340" className={`overflow-visible ${className}`} aria-hidden="true">
      <circle cx={sun.x} cy={sun.y} r={sun.r} fill="var(--sun)" />
      <path d="M-900 340v-96q300-70 560-20t340 24q110-54 236-26t244-22q200-50 420 10t480-20v150z" fill="var(--leaf)" />
      <path
        d="M-900 340v-60q300 40 560 6t340-8q120-34 244-14t236-12q220-34 440 6t460-6v88z"
        fill="var(--evergreen-bright)"
      />
      {children}
      <path d="M-900 320h2280v21h-2280z" fill="var(--evergreen-bright)" />
    </svg>
  );
}

type Sun = { x: number; y: number; r: number };

/** Fence boards that stand on y 318, between two x; a little uneven, as built by hand. */
export function Boards({ from, to, height = 96 }: { from: number; to: number; height?: number }) {
  const pitch = 28;
  const count = Math.floor((to - from) / pitch);
  return (
    <g>
      <rect x={from - 4} y={318 - height * 0.72} width={count * pitch + 2} height="9" fill="var(--tan)" />
      <rect x={from - 4} y={318 - height * 0.3} width={count * pitch + 2} height="9" fill="var(--tan)" />
      <g fill="#fdf6e3">
        {Array.from({ length: count }, (_, index) => {
          const x = from + index * pitch;
          const top = 318 - height - ((index * 5) % 9);
          return <path key={x} d={`M${x} 322v${top - 312}l10-11 10 11V322z`} />;
        })}
      </g>
    </g>
  );
}

/** A marigold disc with a tick. */
export function Tick({ x, y, r = 20 }: { x: number; y: number; r?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 20})`}>
      <circle r="20" fill="var(--marigold)" />
      <path
        d="m-9 1 6 7 12-14"
        fill="none"
        stroke="#17332a"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}

/** A paw print about 32 wide. */
export function Paw({
  x,
  y,
  turn = 0,
  size = 1,
  fill,
}: {
  x: number;
  y: number;
  turn?: number;
  size?: number;
  fill: string;
}) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size}) translate(-16 -16)`} fill={fill}>
      <path d="M16 15c4.2 0 8.5 4.8 8.5 9 0 3-2 4.5-4.5 4.5-1.6 0-2.5-.7-4-.7s-2.4.7-4 .7c-2.5 0-4.5-1.5-4.5-4.5 0-4.2 4.3-9 8.5-9Z" />
      <ellipse cx="5.5" cy="14.5" rx="2.9" ry="3.9" transform="rotate(-24 5.5 14.5)" />
      <ellipse cx="11.8" cy="8" rx="3" ry="4.3" transform="rotate(-8 11.8 8)" />
      <ellipse cx="20.2" cy="8" rx="3" ry="4.3" transform="rotate(8 20.2 8)" />
      <ellipse cx="26.5" cy="14.5" rx="2.9" ry="3.9" transform="rotate(24 26.5 14.5)" />
    </g>
  );
}

/** The head of a floppy-eared dog, about 110 wide and high; `x`, `y` its top left. */
export function DogHead({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="4" y="0" width="100" height="112" rx="48" fill="#f3dfb6" />
      <path d="M54 0c30 0 50 20 50 50v6c-18 0-34-18-34-56z" fill="#d99b4a" />
      <path d="M16 10C-6 8-24 30-20 62c2 16 10 26 20 24 12-2 12-20 14-40z" fill="#b9772f" />
      <path d="M92 10c22-2 40 20 36 52-2 16-10 26-20 24-12-2-12-20-14-40z" fill="#b9772f" />
      <circle cx="35" cy="48" r="6.5" fill="#17332a" />
      <circle cx="73" cy="48" r="6.5" fill="#17332a" />
      <ellipse cx="54" cy="82" rx="27" ry="23" fill="#fdf6e3" />
      <ellipse cx="54" cy="70" rx="12" ry="9" fill="#17332a" />
      <path d="M42 88q12 12 24 0" fill="none" stroke="#17332a" strokeWidth="4" strokeLinecap="round" />
    </g>
  );
}
