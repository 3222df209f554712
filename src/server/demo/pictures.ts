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
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) pixels.set(colorAt(yard, x, y).map(Math.round), (y * width + x) * 3);
      }
      return sharp(pixels, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );

/** From front to back: the first thing that covers the point. */
function colorAt(yard: (typeof yards)[number], x: number, y: number): Color {
  const leaves = Math.hypot(x - yard.tree, (y - 110) * 1.15) + 6 * Math.sin(x / 9) + 6 * Math.sin(y / 7);
  if (leaves < 78) return mix([58, 110, 62], [92, 148, 80], Math.max(0, Math.min(1, (yard.tree + 40 - x) / 110)));
  if (Math.abs(x - yard.tree) < 11 && y > 110 && y < horizon + 62) return [104, 76, 54];
  const isGate = Math.abs(x - yard.gate) < 46;
  const wave = isGate ? 12 * Math.cos((x - yard.gate) / 30) : 0;
  const top = horizon - 58 - wave;
  if (y > top && y < horizon + 26) {
    const board = x % 23;
    const isPost = isGate && Math.abs(Math.abs(x - yard.gate) - 42) < 5;
    const isRail = Math.abs(y - (horizon - 36)) < 5 || Math.abs(y - (horizon + 2)) < 5;
    if (isPost) return mix(yard.fence, [40, 30, 20], 0.45);
    if (board < 19) return mix(yard.fence, [60, 50, 40], isGate ? 0.22 : board < 2 ? 0.2 : 0.02);
    if (isRail) return mix(yard.fence, [60, 50, 40], 0.3);
  }
  if (y < horizon) return mix(yard.sky[0], yard.sky[1], y / horizon);
  // The stripes of a mower come together far away.
  const depth = (y - horizon) / (height - horizon);
  const stripe = Math.floor((x - width / 2) / (26 + 120 * depth) + 40) % 2;
  return mix(yard.lawn[stripe === 0 ? 0 : 1], [40, 80, 40], 0.22 * (1 - depth));
}
