import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ComboBox } from '#web/ui/combo-box.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { searchBreeds } from './breed-search.ts';
import { useDogBreeds } from './dog-breeds.ts';
import { type InquiryForm, sectionField } from './form-section.tsx';
import { emptyPet, maximumPets } from './inquiry-values.ts';

const countOptions = ['1', '2', '3', '4', '5', '6', '7', '8'].map((count) => ({ value: count, label: count }));

/** Asks which pets can get into the yard; there is at least one. */
export default function PetFields({ form }: { form: InquiryForm }) {
  const { pets } = form.getValues();
  const breeds = useDogBreeds();
  const list = useRef<HTMLUListElement>(null);
  const focusBreed = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('[role=combobox]')[index]?.focus());

  function add() {
    form.insertListItem('pets', emptyPet(pets));
    focusBreed(pets.length);
  }
  function remove(index: number) {
    form.removeListItem('pets', index);
    focusBreed(index - 1);
  }

  return (
    <>
      <ul ref={list} className="grid gap-6">
        {pets.map(({ key }, index) => (
          <li key={key} className="border-line not-first:border-t not-first:pt-6">
            <PetEntry form={form} index={index} breeds={breeds} onRemove={() => remove(index)} />
          </li>
        ))}
      </ul>
      {pets.length < maximumPets ? (
        <Button variant="secondary" onPress={add} className="mt-6 max-sm:w-full">
          <Plus aria-hidden="true" className="size-5" />
          Add another pet
        </Button>
      ) : (
        <p className="mt-6 text-ink-soft">
          {maximumPets} entries fit in here. Please tell us about the others in the details.
        </p>
      )}
    </>
  );
}

type PetEntryProps = { form: InquiryForm; index: number; breeds: string[] | undefined; onRemove: () => void };

function PetEntry({ form, index, breeds, onRemove }: PetEntryProps) {
  const path = `pets.${index}`;
  const field = sectionField(form, path);
  const count = field(`${path}.count`);
  const breed = field(`${path}.breed`);
  const isListed = breed.value === '' || breeds?.includes(breed.value);
  return (
    <fieldset className="grid min-w-0 gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <legend className="sr-only">Pet {index + 1}</legend>
      {index > 0 && (
        <div className="flex min-h-11 items-center justify-between gap-3 sm:col-span-2">
          <span aria-hidden="true" className="font-bold font-display text-lg">
            Pet {index + 1}
          </span>
          <Button variant="quiet" onPress={onRemove} aria-label={`Remove pet ${index + 1}`}>
            <Trash2 aria-hidden="true" className="size-5" />
            Remove
          </Button>
        </div>
      )}
      <ComboBox
        label="Breed"
        placeholder="Type to search"
        // A breed of a kept draft stays an option, also while the list is not loaded.
        options={isListed ? (breeds ?? []) : [breed.value, ...(breeds ?? [])]}
        search={searchBreeds}
        allowsCustomValue={!breeds}
        maxLength={100}
        isRequired
        {...breed}
      />
      <Select
        label="Count"
        options={countOptions}
        isRequired
        {...count}
        value={countOptions.find(({ value }) => value === String(count.value))?.value}
        onChange={(value) => count.onChange(Number(value))}
      />
      <TextField
        label="Details"
        autoComplete="off"
        rows={2}
        maxLength={1000}
        description="Name, temper, anything our keepers should know."
        className="sm:col-span-2"
        {...field(`${path}.details`)}
      />
    </fieldset>
  );
}
