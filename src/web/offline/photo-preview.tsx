import { useEffect, useState } from 'react';

/** Shows a photo that is on this phone. */
export function PhotoPreview({ bytes }: { bytes: Blob }) {
  const [address, setAddress] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries are read anew with each change, the picture stays
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, []);
  return (
    <img
      src={address}
      alt=""
      width={64}
      height={64}
      className="size-16 shrink-0 rounded-control bg-sunken object-cover"
    />
  );
}
