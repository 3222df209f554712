import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** An authenticator and the browser before it, as far as a server can tell: https://www.w3.org/TR/webauthn-3/ */
export class Authenticator {
  readonly id = randomBytes(16);
  counter = 0;
  readonly #origin: string;
  readonly #rpId: string;
  readonly #keys = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });

  constructor(origin: string, rpId = new URL(origin).hostname) {
    this.#origin = origin;
    this.#rpId = rpId;
  }

  /** Makes a passkey. */
  make(challenge: string) {
    const { x = '', y = '' } = createPublicKey({ key: this.#keys.publicKey, format: 'der', type: 'spki' }).export({
      format: 'jwk',
    });
    // COSE_Key (RFC 9052, section 7): EC2, ES256, P-256.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.from([0, this.id.length]);
    const data = Buffer.concat([this.#data(0x41), Buffer.alloc(16), length, this.id, key]);
    // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR (RFC 8949).
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return {
      id: text(this.id),
      response: {
        clientDataJSON: text(this.#clientData('webauthn.create', challenge)),
        attestationObject: text(attestation),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey. */
  use(challenge: string) {
    this.counter += 1;
    const [data, client] = [this.#data(0x01), this.#clientData('webauthn.get', challenge)];
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    const key = createPrivateKey({ key: this.#keys.privateKey, format: 'der', type: 'pkcs8' });
    return {
      id: text(this.id),
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, key)),
      },
    };
  }

  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(this.#rpId).digest(), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
}

const text = (bytes: Buffer) => bytes.toString('base64url');
