import { placeholder } from '#contract/document-facts.ts';
import type { ServiceArea } from '#domain/service-area.ts';
import { areaOf, firstArea } from '#domain/service-cities.ts';
import { documentFacts } from './document-facts.ts';

/**
 * Where the business works, as the document says, or the last answer about the session: the server decides by what counts when
 * something is asked for. The build knows none of it, so what is prerendered takes the facts that are texts.
 */
export function serviceArea(): ServiceArea {
  const { serviceArea: written } = documentFacts;
  if (read?.written !== written) read = { written, area: areaIn(written) };
  return read.area;
}

let read: { written: string; area: ServiceArea } | undefined;

function areaIn(written: string): ServiceArea {
  if (written !== '' && written !== placeholder('serviceArea')) return JSON.parse(written) as ServiceArea;
  // Vite's development server, and tests, send documents without filling them in.
  return import.meta.env.DEV ? areaOf(firstArea) : { state: '', region: '', cities: [] };
}
