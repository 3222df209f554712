#!/bin/sh
# Makes one backup for each day after 3 o'clock, and keeps the last fourteen. It looks again and again instead of waiting for
# a moment, so that a machine that was off at night, or whose clock is set, misses none.
while :; do
  file="/backups/yardpack-$(date +%F).backup"
  if [ "$(date +%H)" -ge 3 ] && [ ! -e "$file" ] && node scripts/backup.js "$file"; then
    find /backups -name 'yardpack-*.backup' | sort | head --lines=-14 | xargs --no-run-if-empty rm
  fi
  sleep 600
done
