/** Puts comma-separated values among the downloads. */
export function saveFile({ fileName, csv }: { fileName: string; csv: string }): void {
  // Spreadsheets read it as UTF-8 only with a byte order mark.
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
