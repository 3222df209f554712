import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { tinyPicture } from '../testing/pictures.ts';
import { redrawPicture } from './picture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 128, b: 128, alpha: 0.5 } } });
const noise = () =>
  sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

test.each(['jpeg', 'png', 'webp'] as const)('a picture in %s is drawn anew as a JPEG', async (format) => {
  const drawn = await redrawPicture(await plain(8, 5).toFormat(format).toBuffer());
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 8, height: 5 });
});

test('a real picture of another type is none, whatever it says', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  for (const bytes of [svg, await plain(8, 5).gif().toBuffer(), await plain(8, 5).tiff().toBuffer(), Buffer.alloc(0)]) {
    expect(await redrawPicture(bytes)).toBeUndefined();
  }
  const disguised = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]);
  expect(await redrawPicture(disguised)).toBeUndefined();
});

test.each(['jpeg', 'png', 'webp'] as const)('a %s that is cut off is none', async (format) => {
  const whole = await noise().toFormat(format).toBuffer();
  expect(await redrawPicture(whole)).toBeDefined();
  expect(await redrawPicture(whole.subarray(0, whole.length / 2))).toBeUndefined();
});

test('a picture of more pixels than a phone takes is none, and so is one that only says so', async () => {
  expect(await redrawPicture(await plain(5001, 5000).jpeg().toBuffer())).toBeUndefined();
  const bomb = Buffer.from(tinyPicture);
  bomb.writeUInt32BE(100_000, 16);
  bomb.writeUInt32BE(100_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 100_000, height: 100_000 });
  expect(await redrawPicture(bomb)).toBeUndefined();
});
