import {
  Banknote,
  CalendarDays,
  ChevronLeft,
  Ellipsis,
  House,
  type LucideIcon,
  ReceiptText,
  Route,
  Search,
  Users,
} from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Profile } from '#contract/profiles.ts';
import { mayDo } from '#domain/rights.ts';
import { areasOf } from '#web/app/areas.ts';
import { hasPageBefore, useGoBack } from '#web/app/visited-paths.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Menu } from '#web/ui/menu.tsx';

type Place = { label: string; href: string; icon: LucideIcon };

/** @returns the places that a person of this type goes to all day; all else is under More */
export function placesOf({ id, type, staffRole }: Pick<Profile, 'id' | 'type' | 'staffRole'>): Place[] {
  switch (type) {
    case 'PROFILE_TYPE_CUSTOMER':
      return [
        { label: 'Home', href: '/dashboard', icon: House },
        { label: 'Visits', href: `/customers/${id}/engagements`, icon: CalendarDays },
        { label: 'Bills', href: `/customers/${id}/billing`, icon: ReceiptText },
      ];
    case 'PROFILE_TYPE_WORKER':
      return [
        { label: 'Home', href: '/dashboard', icon: House },
        { label: 'Today', href: `/worker/${id}/itinerary`, icon: Route },
        { label: 'Plan', href: `/worker/${id}/plan`, icon: CalendarDays },
        { label: 'Earnings', href: `/workers/${id}/earnings`, icon: Banknote },
      ];
    case 'PROFILE_TYPE_EMPLOYEE':
      return [
        { label: 'Desk', href: '/dashboard', icon: House },
        { label: 'Calendar', href: '/calendar', icon: CalendarDays },
        { label: 'Customers', href: '/customers', icon: Users },
        ...(mayDo(staffRole ?? null, 'money') ? [{ label: 'Money', href: '/money', icon: Banknote }] : []),
      ];
    default:
      return [];
  }
}

const search: Place = { label: 'Search', href: '/search', icon: Search };

const itemClass =
  'flex min-h-11 select-none items-center justify-center gap-1.5 rounded-control px-2! font-semibold text-current no-underline hover:bg-current/10 aria-[current]:bg-current/15 max-lg:min-h-14! max-lg:flex-col max-lg:gap-0.5! max-lg:px-0! max-lg:text-[min(0.75rem,3.3vw)]';

/**
 * Where a signed-in person goes all day: in the header of a wide screen, at the thumb on a phone. The page before is one press
 * away, but on a place that was opened first. Staff search from anywhere, also with the key /.
 */
export default function Places({ profile }: { profile: Profile }) {
  const { pathname } = useLocation();
  const goBack = useGoBack();
  const places = placesOf(profile);
  const isStaff = profile.type === 'PROFILE_TYPE_EMPLOYEE';
  useSearchKey(isStaff);
  const isWithin = ({ href }: Pick<Place, 'href'>) => pathname === href || pathname.startsWith(`${href}/`);
  const isPlace = places.some(({ href }) => pathname === href);
  const more = areasOf(profile).filter(({ href }) => !places.some((place) => place.href === href));
  const isUnderMore = more.some(isWithin);
  return (
    <div className="flex items-center mr-auto gap-1 max-lg:contents">
      {(!isPlace || hasPageBefore()) && (
        <button type="button" className={buttonClass('quiet', 'medium', 'px-3!')} onClick={goBack}>
          <ChevronLeft aria-hidden="true" className="size-5 shrink-0" />
          <span className="sr-only">Back</span>
        </button>
      )}
      <nav
        aria-label="Places"
        className="places max-lg:on-evergreen-band print:hidden max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-current/20 max-lg:border-t max-lg:pb-[env(safe-area-inset-bottom)]"
      >
        <ul className="mx-auto flex max-w-xl gap-1 max-lg:p-1">
          {[...places, ...(isStaff ? [search] : [])].map((place) => (
            <li key={place.href} className={place === search ? 'max-lg:hidden' : 'flex-auto'}>
              <Link
                to={place.href}
                className={itemClass}
                aria-current={pathname === place.href ? 'page' : isWithin(place) ? 'true' : undefined}
                aria-keyshortcuts={place === search ? '/' : undefined}
              >
                <place.icon aria-hidden="true" className="size-5 shrink-0 lg:hidden" />
                {place.label}
              </Link>
            </li>
          ))}
          <li className="flex-auto">
            <Menu
              entries={more.map((area) => ({ id: area.href, ...area }))}
              className={`${itemClass} w-full py-0! ${isUnderMore ? 'bg-current/15' : ''}`}
            >
              <Ellipsis aria-hidden="true" className="size-5 shrink-0 lg:hidden" />
              More
            </Menu>
          </li>
        </ul>
      </nav>
    </div>
  );
}

/** Goes to the page's own field of a search, or opens the search, when / is pressed outside of a field. */
function useSearchKey(isStaff: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isStaff) return;
    const open = (event: KeyboardEvent) => {
      const { target } = event;
      const isInField = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      const isOverlaid = document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isInField || isOverlaid) return;
      event.preventDefault();
      const field = document.querySelector<HTMLElement>('main search input');
      if (field) field.focus();
      else void navigate('/search');
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, [isStaff, navigate]);
}
