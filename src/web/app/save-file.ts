/** Puts comma-separated values among the downloads. */
export function saveFile({ fileName, csv }: { fileName: string; csv: string }): void {
  // Spreadsheets read it as UTF-8 only with a byte order mark.
  saveText(fileName, `\ufeff${csv}`, 'text/csv');
}

/** Puts a text among the downloads. */
export function saveText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
