/** A PNG of three pixels, one above the other. */
export const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAADCAIAAADdv/LVAAAADklEQVR42mNIOTGNAYoBHxoFRztMJWsAAAAASUVORK5CYII=',
  'base64',
);
