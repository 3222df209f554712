// `becomeNode` loads this into the process that it starts. It ends that process when the script above is gone.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep a process alive that has nothing else to do.
  process.channel.unref();
}
