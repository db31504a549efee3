git clone https://github.com/interpose-dev/interpose && cd interpose
npx -y pnpm@12 install
npx -y pnpm@12 guardian --demo
