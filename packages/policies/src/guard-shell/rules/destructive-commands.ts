import { gitDestroys } from './git-destroys.ts';
import type { CommandRule } from './shell-options.ts';
import type { ShellArgument } from '../script/simple-command.ts';

/** Programs that destroy data, stop the machine, or give away rights or access, whatever their arguments. */
const PROGRAMS =
  `dd shred wipe srm mkswap fdisk sfdisk cfdisk gdisk sgdisk parted wipefs blkdiscard cryptsetup diskutil
  format mke2fs truncate shutdown reboot halt poweroff init telinit killall pkill sudo doas su pkexec runuser chattr
  userdel usermod useradd groupdel passwd chpasswd visudo iptables ip6tables nft ufw nc ncat netcat socat telnet
  insmod rmmod modprobe mount umount swapoff dropdb dropuser mkfs lvremove vgremove pvremove`.split(
    /\s+/,
  );

/** The commands that are denied unless the option `destructive` allows them. */
export const destructiveCommands: readonly CommandRule[] = [
  ...PROGRAMS,
  ...['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'f2fs', 'vfat', 'exfat', 'ntfs', 'fat'].map(
    (kind) => `mkfs.${kind}`,
  ),
  { program: 'rm', args: (args) => args.some(isSweeping) },
  ...['chmod', 'chown', 'chgrp'].map((program) => ({
    program,
    args: (args: readonly ShellArgument[]) => args.some((arg) => isRecursive(arg) || isRoot(arg)),
  })),
  { program: 'mv', args: (args) => args.some((arg) => isRoot(arg) || arg === '/dev/null') },
  {
    program: 'find',
    args: (args) => args.some((arg) => arg === undefined || FIND_WRITES.test(arg)),
  },
  {
    program: 'kill',
    args: (args) => args.some((arg) => arg === undefined || arg === '-1' || arg === '1'),
  },
  { program: 'crontab', args: (args) => !args.every((arg) => arg === '-l') },
  { program: 'git', args: gitDestroys },
  ...['poweroff', 'reboot', 'halt', 'stop', 'disable', 'mask', 'kill', 'isolate', 'rescue'].map(
    (verb) => `systemctl ${verb}`,
  ),
  'docker system prune',
  'docker volume rm',
  'docker volume prune',
  'kubectl delete',
  'terraform destroy',
  'helm uninstall',
  'aws s3 rb',
  'aws s3 rm --recursive',
  'gsutil rm',
  'zfs destroy',
  'zpool destroy',
  'terraform apply -destroy',
  'helm delete',
  'docker container prune',
  // The Redis server reads its commands in any case of letters.
  {
    program: 'redis-cli',
    args: (args) => args.some((arg) => arg === undefined || /^flush(?:all|db)$/i.test(arg)),
  },
  'yarn publish',
  'pnpm publish',
  'npm publish',
  'npm unpublish',
];

const FIND_WRITES = /^-(?:delete|fprint|fprint0|fprintf|fls)$/;
function isSweeping(arg: ShellArgument): boolean {
  return arg === undefined || isRecursive(arg) || isRoot(arg) || arg === '--no-preserve-root';
}

function isRecursive(arg: ShellArgument): boolean {
  if (arg === undefined) return true;
  return /^-[a-zA-Z]*[rR]/.test(arg) || /^--r(?:e(?:c.*)?)?$/.test(arg);
}

/** Whether a path is the root, a folder right below it, a home folder, or this folder or one above it. */
function isRoot(arg: ShellArgument): boolean {
  return arg === undefined || /^(?:\/+[^/]*\/*|~[^/]*\/*|(?:\.\.?\/*)+)$/.test(arg);
}
