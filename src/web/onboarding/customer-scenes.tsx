import { DogHead } from '#web/ui/scenes.tsx';
import { Boards, Paw, Scene, type SceneProps, Tick } from './scene-parts.tsx';

/** A dog looks over the fence, in front of the sun. */
export function WelcomeScene(props: SceneProps) {
  return (
    <Scene {...props} sun={{ x: 240, y: 148, r: 118 }}>
      <path d="M196 230h92v110h-92z" fill="#d9b97c" />
      <DogHead x={186} y={122} />
      <Boards from={-690} to={1170} height={92} />
      <ellipse cx="204" cy="232" rx="22" ry="15" fill="#f3dfb6" />
      <ellipse cx="284" cy="232" rx="22" ry="15" fill="#f3dfb6" />
      <g stroke="#b9772f" strokeWidth="3" strokeLinecap="round">
        <path d="M198 230v9M209 230v9M279 230v9M290 230v9" />
      </g>
    </Scene>
  );
}

/** A sheet with boxes ticked, and a card with a paw. */
export function EngagementScene(props: SceneProps) {
  return (
    <Scene {...props} sun={{ x: 132, y: 88, r: 50 }}>
      <g transform="rotate(-4 210 180)">
        <rect x="118" y="58" width="186" height="234" rx="16" fill="var(--bark)" />
        <rect x="130" y="74" width="162" height="206" rx="8" fill="#fdf6e3" />
        <rect x="176" y="44" width="70" height="30" rx="10" fill="var(--tan)" />
        <circle cx="211" cy="54" r="6" fill="var(--bark)" />
        <g fill="#cdbf9f">
          <rect x="194" y="108" width="80" height="10" rx="5" />
          <rect x="194" y="154" width="64" height="10" rx="5" />
          <rect x="194" y="200" width="74" height="10" rx="5" />
        </g>
        <Tick x={164} y={113} r={15} />
        <Tick x={164} y={159} r={15} />
        <circle cx="164" cy="205" r="13" fill="none" stroke="#cdbf9f" strokeWidth="4" />
      </g>
      <g transform="rotate(9 336 232)">
        <rect x="240" y="182" width="190" height="116" rx="16" fill="var(--marigold)" />
        <rect x="240" y="204" width="190" height="22" fill="#17332a" />
        <rect x="260" y="258" width="76" height="10" rx="5" fill="#17332a" opacity="0.45" />
        <Paw x={396} y={262} size={0.95} fill="#17332a" />
      </g>
    </Scene>
  );
}

const columns = [0, 1, 2, 3, 4];

/** A calendar on a fence, with one day taken. */
export function WaitingScene(props: SceneProps) {
  return (
    <Scene {...props} sun={{ x: 396, y: 84, r: 46 }}>
      <Boards from={-692} to={92} height={70} />
      <Boards from={396} to={1180} height={70} />
      <rect x="118" y="262" width="14" height="66" fill="var(--bark)" />
      <rect x="348" y="262" width="14" height="66" fill="var(--bark)" />
      <rect x="92" y="72" width="296" height="202" rx="18" fill="#fdf6e3" />
      <path d="M92 122V90q0-18 18-18h260q18 0 18 18v32z" fill="var(--tan)" />
      <g fill="var(--bark)">
        <rect x="146" y="54" width="12" height="36" rx="6" />
        <rect x="322" y="54" width="12" height="36" rx="6" />
      </g>
      <g fill="#eadfc4">
        {columns.map((column) => (
          <rect key={`a${column}`} x={110 + column * 53} y="140" width="44" height="50" rx="9" />
        ))}
        {columns.map((column) => (
          <rect key={`b${column}`} x={110 + column * 53} y="202" width="44" height="50" rx="9" />
        ))}
      </g>
      <rect x="216" y="140" width="44" height="50" rx="9" fill="#1c4f3d" />
      <Paw x={238} y={164} size={0.9} fill="#fdf6e3" />
      <Tick x={264} y={142} r={17} />
    </Scene>
  );
}

/** A clean lawn in front of a house, and the message that the visit is done. */
export function ServiceScene(props: SceneProps) {
  return (
    <Scene {...props} sun={{ x: 392, y: 76, r: 44 }}>
      <g>
        <rect x="66" y="150" width="154" height="116" fill="#fdf6e3" />
        <path d="M48 158 143 82l95 76z" fill="var(--bark)" />
        <rect x="122" y="202" width="42" height="64" rx="6" fill="#1c4f3d" />
        <circle cx="154" cy="236" r="4" fill="var(--marigold)" />
        <rect x="82" y="176" width="28" height="30" rx="4" fill="#f6d27f" />
        <rect x="178" y="176" width="28" height="30" rx="4" fill="#f6d27f" />
      </g>
      <ellipse cx="146" cy="334" rx="250" ry="72" fill="var(--evergreen-bright)" />
      <g stroke="var(--leaf)" strokeWidth="13" strokeLinecap="round" fill="none">
        <path d="M70 322q60-46 148-40M180 328q70-44 160-38M300 330q66-36 150-38" />
      </g>
      <g fill="var(--marigold)">
        <Sparkle x={288} y={262} />
        <Sparkle x={420} y={240} size={0.7} />
        <Sparkle x={120} y={296} size={0.6} />
      </g>
      <g>
        <path d="M300 128h124q20 0 20 20v42q0 20-20 20h-78l-28 24v-24h-18q-20 0-20-20v-42q0-20 20-20z" fill="#fdf6e3" />
        <rect x="342" y="150" width="78" height="10" rx="5" fill="#cdbf9f" />
        <rect x="342" y="174" width="52" height="10" rx="5" fill="#cdbf9f" />
        <Tick x={312} y={168} r={17} />
      </g>
    </Scene>
  );
}

function Sparkle({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return <path transform={`translate(${x} ${y}) scale(${size})`} d="M0-18Q3-3 18 0 3 3 0 18-3 3-18 0-3-3 0-18z" />;
}
