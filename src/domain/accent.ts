/** The accent colour of a business that has not set another: `--marigold` of web/styles/tokens.css. */
export const firstAccent = '#f6b02d';

/** `--on-marigold` and `--evergreen` there: what stands on the accent, and the lightest band on which it is text. */
const neighbours = ['#17332a', '#1c4f3d'];
/** Web Content Accessibility Guidelines 2.2, success criterion 1.4.3. */
const leastContrast = 4.5;

/** @returns whether text can be read on a colour such as '#f6b02d', and text of that colour where pages have it */
export const isReadableAccent = (color: string): boolean =>
  neighbours.every((other) => contrast(color, other) >= leastContrast);

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as the same guidelines define it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
