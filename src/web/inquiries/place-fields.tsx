import { documentFacts } from '#web/ui/document-facts.ts';
import { Select } from '#web/ui/select.tsx';
import { serviceArea } from '#web/ui/service-area.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { type InquiryForm, personalField, sectionField } from './form-section.tsx';
import { withCity, withZip, zipCodesOf } from './inquiry-values.ts';

const cityOptions = serviceArea().cities.map(({ id, name }) => ({ value: id, label: name }));

/** Asks where the yard is, and how the visitor heard about us. */
export default function PlaceFields({ form }: { form: InquiryForm }) {
  const { personal } = form.getValues();
  const field = personalField(form);
  const change = sectionField(form, 'personal')('personal').onChange;
  const zipOptions = zipCodesOf(personal.city).map((code) => ({ value: code, label: code }));
  return (
    <div className="mt-5 grid gap-5 sm:grid-cols-2">
      <TextField
        label="Street Address 1"
        autoComplete="address-line1"
        maxLength={200}
        isRequired
        className="sm:col-span-2"
        {...field('streetAddress1')}
      />
      <TextField
        label="Street Address 2"
        autoComplete="address-line2"
        maxLength={200}
        description="Apartment, suite or unit, if there is one."
        className="sm:col-span-2"
        {...field('streetAddress2')}
      />
      <Select
        label="City"
        autoComplete="address-level2"
        placeholder="Select a city"
        options={cityOptions}
        isRequired
        {...field('city')}
        onChange={(city) => change(withCity(personal, city))}
      />
      <Select
        label="Zip/Postal"
        autoComplete="postal-code"
        placeholder="Select a zip code"
        options={zipOptions}
        isRequired
        {...field('zipPostal')}
        onChange={(zipCode) => change(withZip(personal, zipCode))}
      />
      <TextField
        label="State/Province"
        autoComplete="address-level1"
        isReadOnly
        isRequired
        {...field('stateProvince')}
        value={documentFacts.serviceState}
      />
      <TextField
        label="Country"
        autoComplete="country-name"
        isReadOnly
        isRequired
        {...field('country')}
        value="United States"
      />
      <TextField
        label="How did you hear about us?"
        autoComplete="off"
        rows={2}
        maxLength={1000}
        isRequired
        className="sm:col-span-2"
        {...field('referral')}
      />
    </div>
  );
}
