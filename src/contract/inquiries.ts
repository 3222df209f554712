import * as z from 'zod/mini';
import { anyone, Done, endpoint } from './endpoint.ts';
import { Email, requiredText } from './fields.ts';

export const inquiries = {
  sendInquiry: endpoint({
    method: 'POST',
    path: '/v1/send-inquiry',
    summary: "Takes a visitor's inquiry and mails it to the business.",
    access: anyone,
    body: z.object({
      from: Email,
      subject: requiredText('Subject is required.', 500),
      message: requiredText('Message is required.', 50_000),
    }),
    response: Done,
  }),
};
