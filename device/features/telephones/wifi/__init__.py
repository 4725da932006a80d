"""An own Wi-Fi for telephones, opened by NetworkManager."""
