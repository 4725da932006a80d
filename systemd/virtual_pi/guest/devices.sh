#!/bin/sh
# Before the program starts: a chip of 54 lines, as a Pi has one, and perhaps a second disk for the games.
set -e
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
modprobe gpio_sim
mkdir -p /sys/kernel/config/gpio-sim/pi/bank
cd /sys/kernel/config/gpio-sim/pi
echo 54 >bank/num_lines
echo 1 >live
cd /sys/devices/platform/gpio-sim.*/gpiochip0
for line in 17 27 22 23 24; do echo pull-up >sim_gpio$line/pull; done # the buttons
until [ -e /dev/gpiochip0 ]; do sleep 0.1; done
chgrp gpio /dev/gpiochip0 # udev has a rule for it, but may be behind
chmod 660 /dev/gpiochip0
grep -q games=/dev/vdb /proc/cmdline || exit 0
echo "0 $(blockdev --getsz /dev/vdb) linear /dev/vdb 0" | dmsetup create state
mount /dev/mapper/state /var/lib/wondertable
chown wondertable: /var/lib/wondertable
