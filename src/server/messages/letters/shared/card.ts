export type Reader = { firstName: string };
