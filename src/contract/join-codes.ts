import * as z from 'zod/mini';
import { anyone, endpoint } from './endpoint.ts';
import { requiredText } from './fields.ts';

export const joinCodes = {
  validateJoinCode: endpoint({
    method: 'POST',
    path: '/v1/join-codes/validate',
    summary: 'Whether a join code can still be used.',
    access: anyone,
    body: z.object({ joinCode: requiredText('Join code is required.') }),
    response: z.object({ valid: z.boolean() }),
  }),
};
