import { expect, test } from 'vitest';
import { fitted, jpegName, unreadableWords } from './photo-shrink.ts';

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

test.each([
  ['a HEIC by its type', new File(['x'], 'IMG_1', { type: 'image/heic' }), true],
  ['a HEIC by its name', new File(['x'], 'IMG_1.HEIC'), true],
  ['a HEIC by what is in it', new File(['\0\0\0\x18ftypheic\0\0\0\0'], 'gate.jpg', { type: 'image/jpeg' }), true],
  ['a film', new File(['\0\0\0\x18ftypisom\0\0\0\0'], 'gate.mp4', { type: 'video/mp4' }), false],
  ['an empty file', new File([], 'gate.jpg'), false],
])('of %s that cannot be read is said what to do', async (_, file, isHeic) => {
  expect((await unreadableWords(file)).includes('HEIC')).toBe(isHeic);
});
