/** Without a sign of life for this long an upload counts as failed. */
const stalledMs = 60_000;

/**
 * PUTs a photo to a signed address, without our authorization header. `fetch` would not tell how much is sent. It tries
 * once, since the address is signed for a file that is not there yet.
 * @param onProgress told of the part that is sent, 0 to 1
 * @returns the status of the answer, undefined when there was none
 */
export function putPhoto(url: string, photo: Blob, onProgress: (part: number) => void): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), stalledMs);
    };
    const end = (status: number | undefined) => {
      clearTimeout(timer);
      resolve(status);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => end(request.status);
    request.onerror = () => end(undefined);
    request.onabort = () => end(undefined);
    request.open('PUT', url);
    request.setRequestHeader('content-type', photo.type);
    request.setRequestHeader('if-none-match', '*');
    wait();
    request.send(photo);
  });
}
