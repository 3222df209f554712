import type { ReactElement } from 'react';
import type { ProfileType } from '#domain/enums.ts';
import { EngagementScene, ServiceScene, WaitingScene, WelcomeScene } from './customer-scenes.tsx';
import { EmployeeScene, WorkerScene } from './team-scenes.tsx';

export type Slide = {
  title: string;
  text: string;
  /** The points that the slide explains, or that the person agrees to. */
  points?: readonly string[];
  Scene: (props: { className?: string }) => ReactElement;
};

type SlideShow = {
  slides: readonly [Slide, ...Slide[]];
  /** The text of the last slide's button. */
  finish: string;
};

const customer: SlideShow = {
  finish: 'Let me in!',
  slides: [
    {
      title: 'Welcome to the pack',
      text: 'We keep your yard clear of what your dogs leave behind, week after week. This is how it goes, in three steps.',
      Scene: WelcomeScene,
    },
    {
      title: 'Fill out an engagement and pay',
      text: 'Tell us which yard, how often and from which day. You see the price of a visit before you agree to it.',
      points: ['Save a card once.', 'It is charged after each visit, never before.'],
      Scene: EngagementScene,
    },
    {
      title: 'Wait for a worker to accept',
      text: 'Every keeper near you sees your request. The first who has a free day takes it, and we let you know at once.',
      points: ['Until then you can change your mind at no cost.'],
      Scene: WaitingScene,
    },
    {
      title: 'Receive your service',
      text: 'On the day, please keep your dogs inside. Your keeper clears the yard, sprays a pet-safe deodorizer and latches the gate.',
      points: ['You get a message when it is done, and a receipt.'],
      Scene: ServiceScene,
    },
  ],
};

const worker: SlideShow = {
  finish: 'I Accept!',
  slides: [
    {
      title: 'Keep yards the way you would keep your own',
      text: 'People let you into their yards, often while nobody is home. As a worker you agree to this:',
      points: [
        'Finish your connected-account onboarding with Stripe. Until then no customer can hire you.',
        'Keep to your plan: do each visit on its day, and skip one only with a reason that the customer gets to read.',
        'Treat every yard and every dog with care. If a dog is loose, do not go in.',
        'Close and latch every gate behind you, and look twice before you drive off.',
        'Mark each step as you do it, and none before: the customer pays when you complete the work.',
        'Use names, addresses and gate notes for the visit only.',
      ],
      Scene: WorkerScene,
    },
  ],
};

const employee: SlideShow = {
  finish: 'I Accept!',
  slides: [
    {
      title: 'Look after people’s trust',
      text: 'On the staff you see what customers and workers tell us in confidence. As an employee you agree to this:',
      points: [
        'Use customer data only for the work in front of you, and never take it anywhere else.',
        'Keep your sign-in to yourself, and give a join code only to the person it is for.',
        'Answer every inquiry within 2 business days.',
        'Change products and coupons with care: customers pay what they say.',
        'If something looks wrong with a payment or an account, say so the same day.',
      ],
      Scene: EmployeeScene,
    },
  ],
};

/** What a person sees before they use a profile for the first time, by the profile's type. */
export const onboardings: Record<Exclude<ProfileType, 'PROFILE_TYPE_UNKNOWN'>, SlideShow> = {
  PROFILE_TYPE_CUSTOMER: customer,
  PROFILE_TYPE_WORKER: worker,
  PROFILE_TYPE_EMPLOYEE: employee,
};
