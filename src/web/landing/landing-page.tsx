import { ContactLinks, type LandingContact } from './contact-links.tsx';
import { Hero } from './hero.tsx';
import { Process } from './process.tsx';
import { Scheduling } from './scheduling.tsx';
import { Team } from './team.tsx';

/** The public front page. What comes from the settings may arrive late or never; its place is kept. */
export function LandingPage({ billingPortalUrl, supportPhone }: LandingContact) {
  return (
    <>
      <title>Yardpack · Pet-waste yard cleanup in north-west Arkansas</title>
      <meta
        name="description"
        content="Yardpack clears your yard of pet waste every week or every two, sprays a pet-safe deodorizer and texts you when it is done. For households in north-west Arkansas."
      />
      <Hero contact={<ContactLinks billingPortalUrl={billingPortalUrl} supportPhone={supportPhone} />} />
      <Process />
      <Scheduling />
      <Team contact={<ContactLinks supportPhone={supportPhone} />} />
    </>
  );
}
