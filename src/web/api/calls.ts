import { cacheTags } from '#contract/endpoint.ts';
import { callTable } from './call-table.ts';

/**
 * The contract without its schemas, and without the calls that only some pages load. The build writes in what this comes to
 * (vite.config.ts), so that a page loads the schemas of its own forms only.
 */
export const calls = callTable('others');

export const tags = cacheTags;
