import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { contract } from '#contract/contract.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { errorStatuses } from '#contract/errors.ts';
import { enumLabel } from '#domain/labels.ts';
import type { Config } from '../config.ts';
import { rehearsalBanner } from './notice-page.ts';

/** Serves `/docs`: every endpoint, for people to read. The contract makes the page, so it cannot go stale. */
export function registerDocs(app: FastifyInstance, config: Config): void {
  let page: string | undefined;
  app.get('/docs', { schema: { hide: true } }, (_request, reply) => {
    // Made at the first request, because it takes a tenth of a second and few people open the page.
    page ??= docsPage(config);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-cache')
      .header('x-robots-tag', 'noindex')
      .send(page);
  });
}

function docsPage(config: Config): string {
  const endpoints = Object.entries(contract as Record<string, Endpoint>);
  const groups = Map.groupBy(endpoints, ([, { path }]) => path.split('/')[2] ?? '');
  const codes = Object.entries(errorStatuses).map(([code, status]) => `<li><code>${code}</code> ${status}</li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title><style>${style}</style></head>
<body><main>
${rehearsalBanner(config)}<h1>API</h1>
<p>Every call takes and answers JSON. Machines read the same at <a href="/v1/openapi.json">/v1/openapi.json</a>.
Signed-in calls carry <code>Authorization: Bearer &lt;accessToken&gt;</code>. Money is integer cents; a calendar day is
<code>{year, month, day}</code>.</p>
${[...groups].map(([group, members]) => `<section><h2>${group}</h2>${members.map(endpointHtml).join('')}</section>`).join('')}
<section><h2>Errors</h2><p>A failed call answers <code>{message, errorCode, traceId}</code>, and <code>fields</code> where
input was refused.</p><ul>${codes.join('')}</ul></section>
</main></body></html>`;
}

function endpointHtml([name, endpoint]: [string, Endpoint]): string {
  const { method, path, summary, access, limit } = endpoint;
  const parts = (['query', 'body', 'response'] as const).map((part) => schemaHtml(part, endpoint[part])).join('');
  return `<details id="${name}"><summary><b>${method}</b> <code>${path}</code><br>${summary}</summary>
<p>Who may call it: ${accessText(access)}${limit ? `; ${limit.calls} times in ${limit.minutes === 1 ? 'a minute' : `${limit.minutes} minutes`}` : ''}.</p>${parts}</details>`;
}

function schemaHtml(title: string, schema: z.core.$ZodType): string {
  if (schema._zod.def.type === 'undefined') return '';
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: title === 'response' ? 'output' : 'input',
  });
  return `<h3>${title}</h3><pre>${JSON.stringify(json, null, 2).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;
}

function accessText(access: Access): string {
  if (access.who === 'anyone') return 'anyone';
  if (access.who === 'sessionCookie') return 'whoever holds the refresh cookie, from the site itself';
  const types = access.profileTypes.map((type) => enumLabel(type).toLowerCase()).join(', ');
  const own = Object.keys(access.own);
  const owned = own.length > 0 ? `, for their own ${own.join(' and ')}` : '';
  return `${types}${owned}${access.staffToo ? '; employees for anybody’s' : ''}`;
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;background:light-dark(#fbf6ea,#14201b);color:light-dark(#1d2a24,#f0eadc)}
main{max-width:52rem;margin:auto;padding:2rem 1rem}a{color:inherit}h2{margin:2.5rem 0 .5rem;border-bottom:2px solid light-dark(#1f4d3a,#e5a52f)}
details{border-bottom:1px solid light-dark(#ddd3bd,#33433b);padding:.75rem 0}summary{cursor:pointer;min-height:44px}pre{overflow:auto;padding:1rem;border-radius:12px;background:light-dark(#fff,#0d1612);font-size:13px}
code{overflow-wrap:anywhere}h3{margin:.75rem 0 .25rem;font-size:1rem}`;
