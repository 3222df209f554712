/** @returns a name at the end of a sentence; 'Wren O.' has its full stop already */
export const endOf = (name: string): string => (name.endsWith('.') ? name : `${name}.`);
