// Loaded into a process that `becomeNode` started: ends it when the script above it is gone.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Must not keep a process alive that has nothing else to do.
  process.channel.unref();
}
