/** Puts comma-separated values among the downloads. */
export function saveFile({ fileName, csv }: { fileName: string; csv: string }): void {
  // Spreadsheets read it as UTF-8 only with a byte order mark.
  saveText(fileName, `\ufeff${csv}`, 'text/csv');
}

/** Puts a text among the downloads. */
export function saveText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(url, fileName);
  URL.revokeObjectURL(url);
}

/** Puts what an address answers among the downloads. */
export function saveFrom(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
