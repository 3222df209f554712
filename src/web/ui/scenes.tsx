import { type ArtProps, PawShape } from './illustrations.tsx';

// Boards differ a little in height and lean, as in a hand-built fence. The pattern repeats every eleven boards.
const heights = [0, 7, -4, 3, 10, -2, 5, -6, 8, 1, -3];
const leans = [0, 0.7, -0.5, 0.3, -0.8, 0.6, 0, -0.4, 0.9, -0.6, 0.2];

type FenceProps = {
  from: number;
  to: number;
  ground: number;
  height: number;
  pitch: number;
  board: string;
  rail: string;
};

/** Boards from x `from` to `to` standing on y `ground`; for use inside an SVG. */
function Fence({ from, to, ground, height, pitch, board, rail }: FenceProps) {
  const width = pitch * 0.72;
  const count = Math.ceil((to - from) / pitch);
  return (
    <g>
      <g fill={rail}>
        <rect x={from} y={ground - height * 0.72} width={to - from} height={height * 0.1} />
        <rect x={from} y={ground - height * 0.28} width={to - from} height={height * 0.1} />
      </g>
      <g fill={board}>
        {Array.from({ length: count }, (_, index) => {
          const x = from + index * pitch;
          const top = ground - height - ((heights[index % heights.length] ?? 0) * height) / 110;
          const tip = width * 0.5;
          return (
            <path
              key={x}
              d={`M${x} ${ground + 6}V${top + tip}q${width * 0.18} ${-tip * 0.72} ${width / 2} ${-tip}q${width * 0.32} ${tip * 0.28} ${width / 2} ${tip}V${ground + 6}z`}
              transform={`rotate(${leans[index % leans.length] ?? 0} ${x + width / 2} ${ground})`}
            />
          );
        })}
      </g>
    </g>
  );
}

/** A low evergreen fence. It ends a section and seems to stand in the evergreen band below. */
export function FenceEdge({ className = 'h-12 sm:h-18' }: ArtProps) {
  return (
    <svg
      viewBox="0 0 1600 80"
      preserveAspectRatio="xMidYMax slice"
      className={`block w-full ${className}`}
      aria-hidden="true"
    >
      <Fence from={-8} to={1608} ground={80} height={62} pitch={40} board="var(--evergreen)" rail="var(--evergreen)" />
    </svg>
  );
}

/** A yard behind a fence, with two dogs looking over it. Stands at the foot of an evergreen band. */
export function YardScene({ className }: ArtProps) {
  return (
    <svg viewBox="0 0 1600 380" preserveAspectRatio="xMidYMax slice" className={className} aria-hidden="true">
      <circle cx="1010" cy="150" r="118" fill="var(--sun)" />
      <g fill="var(--leaf)">
        <Tree x={304} y={266} r={34} />
        <Tree x={384} y={268} r={48} />
        <Tree x={1226} y={240} r={74} />
        <Tree x={1384} y={250} r={50} />
      </g>
      <path d="M-20 400V262q230-120 480-40t470 30 330-70 360 20V400z" fill="var(--evergreen-bright)" />
      <FloppyDog x={648} y={116} />
      <PointyDog x={824} y={136} />
      <Fence from={-8} to={1620} ground={380} height={140} pitch={50} board="var(--canvas)" rail="var(--line)" />
    </svg>
  );
}

function Tree({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g>
      <rect x={x - r * 0.09} y={y - r} width={r * 0.18} height={r * 1.6} rx="3" fill="var(--bark)" />
      <circle cx={x} cy={y - r * 1.1} r={r} />
    </g>
  );
}

function FloppyDog({ x, y }: { x: number; y: number }) {
  return (
    <>
      <path d={`M${x + 8} ${y + 60}h92v210h-92z`} fill="#f3dfb6" />
      <DogHead x={x} y={y} />
    </>
  );
}

/** The head of a floppy-eared dog, about 110 wide and high, with its top left at `x`, `y`; for use inside an SVG. */
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

function PointyDog({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M12 60h64v190H12z" fill="#4d3220" />
      <path d="M8 44 2-14q-1-8 6-4l34 26zM80 44l6-58q1-8-6-4L46 8z" fill="#4d3220" />
      <path d="M14 20 12-4l16 14zM74 20l2-24-16 14z" fill="#d99b4a" />
      <rect x="4" y="2" width="80" height="92" rx="38" fill="#4d3220" />
      <circle cx="28" cy="32" r="6" fill="#d99b4a" />
      <circle cx="60" cy="32" r="6" fill="#d99b4a" />
      <circle cx="28" cy="44" r="5.5" fill="#fdf6e3" />
      <circle cx="60" cy="44" r="5.5" fill="#fdf6e3" />
      <circle cx="29" cy="45" r="3.4" fill="#17332a" />
      <circle cx="59" cy="45" r="3.4" fill="#17332a" />
      <ellipse cx="44" cy="72" rx="21" ry="18" fill="#d99b4a" />
      <ellipse cx="44" cy="63" rx="9" ry="7" fill="#17211c" />
    </g>
  );
}

const gateFence = { ground: 196, height: 112, pitch: 30, board: 'var(--fence)', rail: 'var(--evergreen-bright)' };

/** A garden gate: open, with prints leading out, or shut and latched. */
export function GateScene({ isOpen, className }: ArtProps & { isOpen: boolean }) {
  return (
    <svg viewBox="0 0 420 220" className={className} aria-hidden="true">
      <ellipse cx="210" cy="198" rx="208" ry="20" fill="var(--sunken)" />
      <g>
        <Fence from={6} to={128} {...gateFence} />
        <Fence from={296} to={416} {...gateFence} />
        <rect x="128" y="64" width="16" height="138" rx="4" fill="var(--bark)" />
        <rect x="276" y="64" width="16" height="138" rx="4" fill="var(--bark)" />
        <circle cx="136" cy="58" r="11" fill="var(--marigold)" />
        <circle cx="284" cy="58" r="11" fill="var(--marigold)" />
      </g>
      {isOpen ? (
        <g>
          <g transform="translate(144 0) skewY(14) scale(0.36 1)">
            <GateLeaf />
          </g>
          <g className="text-ink-soft" color="var(--ink-soft)">
            <g transform="translate(196 156) rotate(24) scale(0.7)">
              <PawShape />
            </g>
            <g transform="translate(232 166) rotate(38) scale(0.8)">
              <PawShape />
            </g>
            <g transform="translate(230 192) rotate(30) scale(0.9)">
              <PawShape />
            </g>
          </g>
        </g>
      ) : (
        <g>
          <g transform="translate(144 0)">
            <GateLeaf />
          </g>
          <rect x="258" y="122" width="30" height="9" rx="4.5" fill="var(--marigold)" />
        </g>
      )}
    </svg>
  );
}

function GateLeaf() {
  return (
    <g>
      <Fence from={4} to={130} ground={192} height={96} pitch={26} board="var(--tan)" rail="var(--bark)" />
      <path d="M6 182 118 118" stroke="var(--bark)" strokeWidth="9" />
    </g>
  );
}
