import { Boards, Paw, Scene, type SceneProps, Tick } from './scene-parts.tsx';

const slats = [148, 180.4, 212.8, 245.2, 277.6, 310];

/** A latched gate, with rake, bucket and prints in front of it. */
export function WorkerScene(props: SceneProps) {
  return (
    <Scene {...props} sun={{ x: 240, y: 110, r: 74 }}>
      <Boards from={-692} to={128} height={112} />
      <Boards from={362} to={1180} height={112} />
      <rect x="126" y="170" width="18" height="156" rx="4" fill="var(--bark)" />
      <rect x="336" y="170" width="18" height="156" rx="4" fill="var(--bark)" />
      <circle cx="135" cy="164" r="12" fill="var(--marigold)" />
      <circle cx="345" cy="164" r="12" fill="var(--marigold)" />
      <g fill="var(--tan)">
        <path d="M148 240v-16q44-42 92-42t92 42v16z" />
        {slats.map((x) => (
          <rect key={x} x={x} y="220" width="22" height="98" />
        ))}
        <rect x="148" y="290" width="184" height="12" />
      </g>
      <path d="M152 294 328 236" stroke="var(--bark)" strokeWidth="10" />
      <rect x="310" y="250" width="40" height="11" rx="5.5" fill="var(--marigold)" />
      <g transform="rotate(14 96 240)">
        <rect x="92" y="112" width="9" height="176" rx="4.5" fill="#f3dfb6" />
        <path d="M66 286h62v12H66z" fill="#17332a" />
        <path
          d="M68 296v20m14-20v20m14-20v20m14-20v20m14-20v20"
          stroke="#17332a"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </g>
      <g>
        <path d="M384 262h76l-10 68h-56z" fill="var(--marigold)" />
        <path d="M386 266q36-52 72 0" fill="none" stroke="#17332a" strokeWidth="6" />
        <Paw x={422} y={298} size={0.9} fill="#17332a" />
      </g>
    </Scene>
  );
}

/** A filing box with a lock, and a card taken out of it. */
export function EmployeeScene(props: SceneProps) {
  return (
    <Scene {...props} sun={{ x: 118, y: 92, r: 50 }}>
      <g>
        <rect x="150" y="70" width="150" height="120" rx="12" fill="#f3dfb6" transform="rotate(-6 225 130)" />
        <rect x="178" y="62" width="150" height="120" rx="12" fill="#fdf6e3" transform="rotate(4 253 122)" />
        <g transform="rotate(4 253 122)">
          <circle cx="216" cy="100" r="18" fill="var(--tan)" />
          <rect x="246" y="88" width="62" height="10" rx="5" fill="#cdbf9f" />
          <rect x="246" y="108" width="44" height="10" rx="5" fill="#cdbf9f" />
        </g>
      </g>
      <path d="M112 150q0-16 16-16h58l22 24h148q16 0 16 16v112q0 20-20 20H132q-20 0-20-20z" fill="var(--tan)" />
      <path d="M112 186h260v100q0 20-20 20H132q-20 0-20-20z" fill="var(--bark)" />
      <g>
        <path d="M220 238v-16q0-24 22-24t22 24v16" fill="none" stroke="#fdf6e3" strokeWidth="10" />
        <rect x="202" y="232" width="80" height="60" rx="14" fill="var(--marigold)" />
        <circle cx="242" cy="256" r="8" fill="#17332a" />
        <path d="M238 258h8l3 18h-14z" fill="#17332a" />
      </g>
      <Tick x={372} y={166} r={26} />
      <Paw x={420} y={292} turn={24} size={1.1} fill="var(--marigold)" />
      <Paw x={448} y={246} turn={14} size={0.9} fill="var(--marigold)" />
    </Scene>
  );
}
