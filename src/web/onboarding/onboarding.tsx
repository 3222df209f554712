import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { type Profile, ProfileUpdate } from '#contract/profiles.ts';
import { api } from '#web/api/api.ts';
import { profileSaved } from '#web/api/session.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { documentFacts } from '#web/ui/document-facts.ts';
import { OnboardingBar } from './onboarding-bar.tsx';
import { onboardings, type Slide } from './slides.ts';

/** Slides that fill the window. A person goes through them before they use a profile for the first time. */
export default function Onboarding({ profile }: { profile: Profile }) {
  if (profile.type === 'PROFILE_TYPE_UNKNOWN') return null;
  // The key makes another profile start at its own first slide.
  return <Slides key={profile.id} profile={profile} type={profile.type} />;
}

function Slides({ profile, type }: { profile: Profile; type: keyof typeof onboardings }) {
  const { slides, finish } = onboardings[type];
  const [position, setPosition] = useState(0);
  const { complete, isLoading } = useCompletion(profile);
  const navigate = useNavigate();
  const slide = slides[position] ?? slides[0];
  const isLast = position === slides.length - 1;
  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled
      className="fixed inset-0 z-40 h-(--visual-viewport-height) bg-canvas"
    >
      <Modal className="size-full">
        <Dialog className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] text-ink outline-none">
          <title>{`Welcome · ${documentFacts.businessName}`}</title>
          <OnboardingBar position={position} count={slides.length} />
          <SlideView
            key={position}
            slide={slide}
            step={slides.length > 1 ? `${position + 1} of ${slides.length}` : undefined}
            isFirst={position === 0}
          />
          <div className="border-line border-t bg-canvas">
            <div className="content-width flex items-center justify-between gap-3 py-4">
              <Button
                variant="secondary"
                size="icon"
                aria-label={position > 0 ? 'Back' : 'Back to the home page'}
                isDisabled={isLoading}
                onPress={() => (position > 0 ? setPosition(position - 1) : navigate('/'))}
              >
                <ArrowLeft aria-hidden="true" className="size-6" />
              </Button>
              {isLast ? (
                <Button size="large" isPending={isLoading} pendingLabel="One moment…" onPress={() => void complete()}>
                  {finish}
                </Button>
              ) : (
                <Button size="large" onPress={() => setPosition(position + 1)}>
                  Next
                  <ArrowRight aria-hidden="true" className="size-5" />
                </Button>
              )}
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function SlideView({ slide, step, isFirst }: { slide: Slide; step: string | undefined; isFirst: boolean }) {
  const { title, text, points = [], Scene } = slide;
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus makes screen readers read out each slide's heading. They read the first one by themselves, as the dialog's
  // name.
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <div className="grid min-h-0 auto-rows-min overflow-y-auto lg:auto-rows-fr lg:grid-cols-2">
      <div className="on-evergreen-band flex items-end justify-center overflow-hidden px-5 pt-2">
        <Scene
          className={`h-auto ${points.length > 2 ? 'max-h-[20dvh]' : 'max-h-[34dvh]'} w-full max-w-xl shrink-0 transition-transform duration-500 ease-out starting:translate-y-4 lg:max-h-[64dvh]`}
        />
      </div>
      <div className="content-width flex flex-col justify-center gap-4 py-7 lg:mx-0 lg:max-w-2xl lg:py-12">
        {step && (
          <p className="font-semibold text-ink-soft" aria-hidden="true">
            {step}
          </p>
        )}
        <Heading
          slot="title"
          ref={heading}
          level={1}
          tabIndex={-1}
          className="text-[clamp(1.9rem,6vw,3rem)] outline-none"
        >
          {step && <span className="sr-only">{`Step ${step}: `}</span>}
          {title}
        </Heading>
        <p className="text-lg">{text}</p>
        {points.length > 0 && (
          <ul className="grid gap-3">
            {points.map((point) => (
              <li key={point} className="flex items-start gap-3">
                <span
                  aria-hidden="true"
                  className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-marigold text-on-marigold"
                >
                  <Check className="size-4 stroke-3" />
                </span>
                <span className="min-w-0">{point}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Saves that the person went through the slides. The session learns of it only when the server has saved it. */
function useCompletion(profile: Profile) {
  const dispatch = useAppDispatch();
  const [updateProfile, { isLoading }] = api.useUpdateProfileMutation();
  const complete = async () => {
    const body = ProfileUpdate.parse({ ...profile, version: undefined, onboardingComplete: true });
    const { data, error } = await updateProfile({ params: { profileId: profile.id }, body });
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    dispatch(profileSaved(data.profile));
  };
  return { complete, isLoading };
}
