#!/bin/sh
# Inside the new root: the package as docs/first-pi.md installs it, and modules for the simulated devices.
set -eu
mount -t proc proc /proc
mount -t tmpfs tmpfs /tmp
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin
kernel=$(basename /lib/modules/*)

apt-get update -qq
apt-get install -qq --yes --no-install-recommends /root/wondertable_*.deb

# Debian's kernel lacks gpio-sim and its simulated interrupts: both are built from the kernel's own source.
mkdir /root/gpio
tar xf /usr/src/linux-source-*.tar.xz -C /root/gpio --strip-components=1 --wildcards \
    '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c' '*/drivers/gpio/dev-sync-probe.[ch]' || true
cd /root/gpio
mv drivers/gpio/* kernel/irq/* .
sed -i 's/irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' irq_sim.c # the other is not for modules
printf 'obj-m := gpio_sim.o\ngpio_sim-y := gpio-sim.o irq_sim.o\n' >Makefile
[ ! -e dev-sync-probe.c ] || sed -i '$s/$/ dev-sync-probe.o/' Makefile
make -s -C "/lib/modules/$kernel/build" M=/root/gpio modules
install -D gpio_sim.ko "/lib/modules/$kernel/updates/gpio_sim.ko"
[ -n "$(find /lib/modules -name 'v4l2loopback.ko*')" ] || dkms autoinstall -k "$kernel"
depmod "$kernel"

# Only Raspberry Pi OS has lgpio.
mkdir /root/lgpio
tar xf /root/lgpio-*.tar.gz -C /root/lgpio --strip-components=1
cd /root/lgpio
PYPI=1 python3 setup.py -q build >/dev/null
find build/lib* -type f -exec cp {} /usr/lib/python3/dist-packages ';'
cp lgpio.py /usr/lib/python3/dist-packages

# A small initrd, and nothing that a first boot would do at each one: the disk is as new every time.
printf 'MODULES=list\nCOMPRESS=gzip\n' >/etc/initramfs-tools/conf.d/virtual-pi
printf '%s\n' virtio_pci virtio_blk virtio_console ext4 >>/etc/initramfs-tools/modules
update-initramfs -u -k "$kernel"
echo virtual-pi >/etc/hostname
echo '/dev/vda / ext4 defaults 0 0' >/etc/fstab
ldconfig
journalctl --update-catalog
systemd-machine-id-setup
systemctl -q enable systemd-networkd shell.service devices.service
systemctl -q mask systemd-networkd-wait-online.service getty.target serial-getty@hvc0.service e2scrub_reap.service \
    apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer
touch /etc/.updated /var/.updated

mv "/boot/vmlinuz-$kernel" /boot/vmlinuz
mv "/boot/initrd.img-$kernel" /boot/initrd.img
rm -rf /usr/src/linux-* /root/gpio /root/lgpio* /root/*.deb
apt-get clean
