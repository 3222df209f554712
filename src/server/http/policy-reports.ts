import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { World } from '../world.ts';
import { limitCalls } from './rate-limit.ts';
import { openSeldom, type Seldom } from './seldom.ts';

/** Where browsers say what a page's Content-Security-Policy has kept out, and how much they may say. */
export const policyReports = { path: '/csp-reports', bodyLimit: 20_000, limit: { calls: 60, minutes: 1 } } as const;

const mostInOne = 20;
const minuteMs = 60_000;
const known =
  /^((child|connect|default|font|frame|img|manifest|media|object|script|style|worker)-src(-elem|-attr)?|base-uri|form-action|frame-ancestors)$/;

const text = z.catch(z.string(), '');
/** As `report-uri` sends it, and as browsers that are to drop that: https://www.w3.org/TR/CSP3/#reporting */
const Sent = z.union([
  z
    .object({
      'csp-report': z.object({
        'effective-directive': text,
        'violated-directive': text,
        'blocked-uri': text,
      }),
    })
    .transform(({ 'csp-report': report }) => [
      { directive: report['effective-directive'] || report['violated-directive'], blocked: report['blocked-uri'] },
    ]),
  z
    .array(
      z.object({ type: z.literal('csp-violation'), body: z.object({ effectiveDirective: text, blockedURL: text }) }),
    )
    .transform((reports) =>
      reports.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL })),
    ),
]);

/**
 * Counts what browsers report of the site's pages, by directive. Strangers can send anything here, so
 * we store nothing. One line a minute for each directive says what the browser blocked, without the page or the rest of its address.
 */
export function registerPolicyReports(app: FastifyInstance, world: World): void {
  const lines = new Map<string, Seldom>();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addHook('onRequest', limitCalls(world, 'csp-reports', policyReports.limit));
    scope.addContentTypeParser('*', { bodyLimit: policyReports.bodyLimit, parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(policyReports.path, { schema: { hide: true } }, async ({ body }, reply) => {
      for (const { directive: said, blocked } of read(body)) {
        const [word = ''] = said.split(' ');
        const directive = known.test(word) ? word : 'other';
        world.meters.policyReport(directive);
        const isDue = lines.get(directive) ?? openSeldom(undefined, minuteMs);
        lines.set(directive, isDue);
        if (isDue()) {
          world.log.warn(
            { event: 'policy-report', directive, blocked: originOf(blocked) },
            'a browser kept something out of a page, by its Content-Security-Policy',
          );
        }
      }
      return reply.code(204).send();
    });
  });
}

function read(body: unknown): { directive: string; blocked: string }[] {
  try {
    return Sent.parse(JSON.parse(typeof body === 'string' ? body : '')).slice(0, mostInOne);
  } catch {
    return [];
  }
}

/** @returns the origin of what was kept out, or the word in its place, such as `inline` */
function originOf(blocked: string): string {
  const { protocol, host } = URL.parse(blocked) ?? {};
  if (host) return `${protocol}//${host}`.slice(0, 120);
  return /^[a-z-]{1,20}$/.test(blocked) ? blocked : 'unknown';
}
