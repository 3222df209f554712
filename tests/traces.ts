/** @returns each place that names the product, with what stands around it */
export const tracesIn = (text: string): string[] => text.match(/.{0,40}yardpack.{0,40}/gi) ?? [];
