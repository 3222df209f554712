/** Without a sign of life for this long an upload counts as failed. */
const stalledMs = 60_000;

/**
 * PUTs a file to a signed address, without an authorization header of ours. Not `fetch`, which says nothing of the
 * progress of an upload.
 * @param onProgress told of the part that is sent, 0 to 1
 * @throws when it was not taken
 */
export function putFile(url: string, file: Blob, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), stalledMs);
    };
    const fail = () => {
      clearTimeout(timer);
      reject(new Error('The photo could not be sent. Please check your connection.'));
    };
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return fail();
      clearTimeout(timer);
      resolve();
    };
    request.onerror = fail;
    request.onabort = fail;
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type);
    wait();
    request.send(file);
  });
}
