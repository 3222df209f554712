import sharp from 'sharp';

// Anybody's bytes come here, so of libvips's many readers we allow only those for the types that we take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// One picture must not keep several cores busy; no picture is drawn twice.
sharp.concurrency(1);
sharp.cache(false);

/** A good phone takes 24 megapixels. Such a picture needs about 75 MB of memory while it is redrawn. */
const pixelsAtMost = 25_000_000;
const secondsAtMost = 20;
const quality = 85;

/**
 * Redraws a picture upright, and keeps only what people see: no location, no time, no other data.
 * @param bytes somebody claims that this is a JPEG, PNG or WebP picture
 * @returns a JPEG; undefined when the bytes are no such picture, are cut off, or have too many pixels
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

/** Sharp on a screen with three dots for one, at the largest size at which it is shown. */
const logoSize = 192;

/**
 * Redraws a logo as a small square, whole and on no ground where it is not square.
 * @param bytes as for `redrawPicture`
 * @returns a PNG; undefined as there
 */
export async function redrawLogo(bytes: Buffer): Promise<Buffer | undefined> {
  if (!isKnownType(bytes)) return undefined;
  try {
    return await sharp(bytes, { limitInputPixels: pixelsAtMost })
      .timeout({ seconds: secondsAtMost })
      .autoOrient()
      .resize(logoSize, logoSize, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true, quality: 90 })
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
