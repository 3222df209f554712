/** @returns the milliseconds of a processor that something takes: other than those of a clock, a busy machine adds none */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
