import type { UseFormReturnType } from '@mantine/form';
import type { CalendarDay } from '#domain/calendar.ts';
import { type ProfileType, pickable, profileTypes } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { errorsDismissed } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { BirthdayField } from '#web/ui/date-field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { JoinCodeField } from './join-code-field.tsx';
import { PersonFields, type PersonValues } from './person-fields.tsx';

/** What the profile section of a form for a new profile edits; `profileType` is '' while none is chosen. */
export type ProfileValues = PersonValues & {
  profileType: string;
  birthday: CalendarDay | undefined;
  joinCode: string;
};

type PickableType = Exclude<ProfileType, 'PROFILE_TYPE_UNKNOWN'>;

const purposes: Record<PickableType, string> = {
  PROFILE_TYPE_CUSTOMER: 'I have a yard and want it clean.',
  PROFILE_TYPE_WORKER: 'I clean yards and get paid for it.',
  PROFILE_TYPE_EMPLOYEE: 'I am on the staff and have a join code.',
};

type ProfileFieldsProps = {
  form: UseFormReturnType<ProfileValues>;
  /** The types that may be chosen: those that the person does not hold yet. */
  types?: readonly PickableType[];
};

/** Who a new profile is for; a worker is also asked for the birthday, an employee for the join code. */
export function ProfileFields({ form, types = pickable(profileTypes) }: ProfileFieldsProps) {
  const { profileType } = form.values;
  const dispatch = useAppDispatch();
  const typeField = form.getInputProps('profileType');
  const changeType = (type: string) => {
    typeField.onChange(type);
    // What was wrong with the join code is nothing to another type.
    form.clearFieldError('joinCode');
    dispatch(errorsDismissed());
  };
  const options = types.map((type) => ({ value: type, label: enumLabel(type), description: purposes[type] }));
  return (
    <div className="grid gap-5">
      <RadioCards
        label="Profile Type"
        name="profileType"
        columns={options.length > 2 ? 3 : 2}
        options={options}
        isRequired
        {...typeField}
        onChange={changeType}
      />
      {profileType === 'PROFILE_TYPE_EMPLOYEE' && <JoinCodeField form={form} />}
      <PersonFields form={form} />
      {profileType === 'PROFILE_TYPE_WORKER' && (
        <BirthdayField
          label="Date of Birth"
          description="Workers must be at least 18 years old."
          isRequired
          {...form.getInputProps('birthday')}
        />
      )}
    </div>
  );
}
