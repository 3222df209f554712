import type { ReactNode } from 'react';
import { PawShape } from '#web/ui/illustrations.tsx';

export type SceneProps = { className?: string };

/**
 * The frame of every scene: a low sun over rolling ground. The ground extends beyond both sides of the picture, and the
 * evergreen band around it cuts it off.
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

/** Fence boards that stand on y 318 between two x, a little uneven, as if built by hand. */
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

type PawProps = { x: number; y: number; turn?: number; size?: number; fill: string };

/** A paw print about 32 wide. */
export function Paw({ x, y, turn = 0, size = 1, fill }: PawProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size}) translate(-16 -16)`} color={fill}>
      <PawShape />
    </g>
  );
}
