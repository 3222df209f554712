import sharp from 'sharp';

const width = 640;
const height = 480;
const horizon = 190;

type Color = readonly [number, number, number];
const mix = (one: Color, other: Color, share: number): Color => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** What differs from yard to yard. */
const yards: { sky: [Color, Color]; lawn: [Color, Color]; fence: Color; tree: number; gate: number }[] = [
  {
    sky: [
      [138, 190, 224],
      [226, 240, 246],
    ],
    lawn: [
      [92, 150, 74],
      [108, 168, 84],
    ],
    fence: [222, 206, 178],
    tree: 120,
    gate: 440,
  },
  {
    sky: [
      [110, 160, 205],
      [250, 226, 190],
    ],
    lawn: [
      [84, 138, 78],
      [98, 154, 88],
    ],
    fence: [156, 112, 80],
    tree: 520,
    gate: 150,
  },
  {
    sky: [
      [170, 190, 200],
      [224, 230, 232],
    ],
    lawn: [
      [104, 142, 70],
      [120, 158, 80],
    ],
    fence: [240, 240, 234],
    tree: 70,
    gate: 300,
  },
  {
    sky: [
      [120, 182, 226],
      [240, 246, 248],
    ],
    lawn: [
      [122, 160, 82],
      [138, 176, 92],
    ],
    fence: [120, 92, 70],
    tree: 570,
    gate: 420,
  },
  {
    sky: [
      [150, 170, 214],
      [255, 214, 176],
    ],
    lawn: [
      [78, 128, 70],
      [92, 144, 80],
    ],
    fence: [200, 176, 140],
    tree: 300,
    gate: 90,
  },
  {
    sky: [
      [128, 186, 216],
      [214, 236, 240],
    ],
    lawn: [
      [96, 156, 92],
      [112, 172, 104],
    ],
    fence: [176, 136, 100],
    tree: 210,
    gate: 510,
  },
];

/** @returns pictures of clean yards with their fences and gates, drawn from code: the same ones each time */
export const drawYards = (): Promise<Buffer[]> =>
  Promise.all(
    yards.map((yard) => {
      const pixels = Buffer.alloc(width * height * 3);
      let at = 0;
      for (let y = 0; y < height; y += 1) {
        const colorAt = rowOf(yard, y);
        for (let x = 0; x < width; x += 1) {
          const color = colorAt(x);
          for (let part = 0; part < 3; part += 1) pixels[at++] = Math.round(color[part] as number);
        }
      }
      return sharp(pixels, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );

const trunk: Color = [104, 76, 54];
const across = Array.from({ length: width }, (_, x) => 6 * Math.sin(x / 9));

/** @returns the color of each point of a row. Colors are mixed once for a row as far as they can be, since there are many points. */
function rowOf(yard: (typeof yards)[number], y: number): (x: number) => Color {
  const down = 6 * Math.sin(y / 7);
  const fence = {
    post: mix(yard.fence, [40, 30, 20], 0.45),
    gate: mix(yard.fence, [60, 50, 40], 0.22),
    edge: mix(yard.fence, [60, 50, 40], 0.2),
    board: mix(yard.fence, [60, 50, 40], 0.02),
    rail: mix(yard.fence, [60, 50, 40], 0.3),
  };
  const isRail = Math.abs(y - (horizon - 36)) < 5 || Math.abs(y - (horizon + 2)) < 5;
  const sky = mix(yard.sky[0], yard.sky[1], y / horizon);
  const depth = (y - horizon) / (height - horizon);
  const [lawn, stripe] = yard.lawn.map((color) => mix(color, [40, 80, 40], 0.22 * (1 - depth))) as [Color, Color];
  // From front to back: the first thing that covers the point.
  return (x) => {
    const aside = Math.abs(x - yard.tree);
    const leaves = y < 200 && aside < 91 ? Math.hypot(aside, (y - 110) * 1.15) + (across[x] ?? 0) + down : 78;
    if (leaves < 78) return mix([58, 110, 62], [92, 148, 80], Math.max(0, Math.min(1, (yard.tree + 40 - x) / 110)));
    if (aside < 11 && y > 110 && y < horizon + 62) return trunk;
    const isGate = Math.abs(x - yard.gate) < 46;
    const wave = isGate ? 12 * Math.cos((x - yard.gate) / 30) : 0;
    if (y > horizon - 58 - wave && y < horizon + 26) {
      const board = x % 23;
      if (isGate && Math.abs(Math.abs(x - yard.gate) - 42) < 5) return fence.post;
      if (board < 19) return isGate ? fence.gate : board < 2 ? fence.edge : fence.board;
      if (isRail) return fence.rail;
    }
    if (y < horizon) return sky;
    // The stripes of a mower come together far away.
    return Math.floor((x - width / 2) / (26 + 120 * depth) + 40) % 2 === 0 ? lawn : stripe;
  };
}
