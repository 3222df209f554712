import sharp from 'sharp';

// A bucket's or a folder's file is anybody's: of libvips's many readers only those of the types that we take are open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// One picture keeps one core busy at most, and none is drawn twice.
sharp.concurrency(1);
sharp.cache(false);

/** 24 megapixels, what a good phone takes, with room; one takes about 75 MB while it is redrawn. */
const pixelsAtMost = 25_000_000;
const secondsAtMost = 20;
const quality = 85;

/**
 * Draws a picture anew, upright, and with nothing in it but what is seen: no place, no time, no bytes of anything else.
 * @param bytes what somebody says is a JPEG, PNG or WebP picture
 * @returns a JPEG; undefined when it is no such picture, is cut off or has too many pixels
 */
export async function redrawPicture(bytes: Buffer): Promise<Buffer | undefined> {
  if (!isKnownType(bytes)) return undefined;
  try {
    return await sharp(bytes, { limitInputPixels: pixelsAtMost })
      .timeout({ seconds: secondsAtMost })
      .autoOrient()
      .flatten({ background: '#fff' })
      .jpeg({ quality })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** The first bytes of JPEG (ITU T.81), PNG (RFC 2083, section 3.1) and WebP (RFC 9649, section 2.4). */
function isKnownType(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12);
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  return start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG\r\n\x1a\n') || isWebp;
}
