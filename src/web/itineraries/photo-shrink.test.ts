import { expect, test } from 'vitest';
import { fitted, jpegName } from './photo-shrink.ts';

test('a photo is fitted into 1600 pixels and never enlarged', () => {
  expect(fitted(4032, 3024)).toEqual({ width: 1600, height: 1200 });
  expect(fitted(3024, 4032)).toEqual({ width: 1200, height: 1600 });
  expect(fitted(800, 600)).toEqual({ width: 800, height: 600 });
  expect(fitted(10_000, 1)).toEqual({ width: 1600, height: 1 });
});

test('a file keeps its name as far as it is one', () => {
  expect(jpegName('IMG_1.heic')).toBe('IMG_1.jpg');
  expect(jpegName('gate\u0000\n.png')).toBe('gate.jpg');
  expect(jpegName('.jpg')).toBe('photo.jpg');
  expect(jpegName('x'.repeat(300))).toHaveLength(104);
});
