// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';
import { useFocusBack } from './focus-back.ts';

function Thing() {
  const [isEdited, setEdited] = useState(false);
  const edit = useFocusBack(isEdited);
  if (isEdited) return <Button onPress={() => setEdited(false)}>Cancel</Button>;
  return (
    <Button ref={edit} onPress={() => setEdited(true)}>
      Edit
    </Button>
  );
}

test('the button that opened a form in its place has the focus again once the form has ended, and not before', () => {
  render(<Thing />);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
});
