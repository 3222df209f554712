/** The longest side of a photo that is sent, in pixels. */
const longestSide = 1600;
const jpegQuality = 0.8;

/**
 * Turns a picture upright, makes it as small as a gate needs to be seen, and leaves out where and with what it was taken.
 * @param file a picture as the camera or the gallery gives it
 * @returns a JPEG
 * @throws when the browser cannot read the picture
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  // The canvas keeps no EXIF, so the picture has to be turned here.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { width, height } = fitted(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    // What is transparent in a PNG would become black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No JPEG'))), 'image/jpeg', jpegQuality);
    });
  } finally {
    bitmap.close();
  }
}

/** @returns the size within the longest side, of the same shape and never larger than it was */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What iPhones write unless they are told otherwise, and only Apple's browsers can read: by its type, its name or its first bytes. */
async function isHeic(file: File): Promise<boolean> {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return true;
  // ISO 14496-12: the size of the first box, its kind, and what the file is.
  const head = await file.slice(4, 12).text();
  return /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(head);
}

/** @returns what to tell a person whose picture could not be read */
export async function unreadableWords(file: File): Promise<string> {
  if (!(await isHeic(file).catch(() => false))) return 'This picture cannot be read. Please take another one.';
  return 'This photo is in Apple’s HEIC format, which this browser can’t read. Take a screenshot of it, and add that. For the next ones, choose Most Compatible under Settings > Camera > Formats.';
}

/** @returns the name of the JPEG that a file becomes: 'IMG_1.jpg' for 'IMG_1.heic' */
export function jpegName(name: string): string {
  const stem = name
    .replace(/\.\w+$/, '')
    .replaceAll(/[\p{C}/\\]/gu, '')
    .trim()
    .slice(0, 100);
  return `${stem || 'photo'}.jpg`;
}
